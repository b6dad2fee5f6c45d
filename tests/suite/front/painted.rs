//! The pixels of a painting of the interface without its text, drawn without a GPU.

use tickscope::front::ui::style::look::Look;

/// Draws what `show` paints into a picture of `size`, in pixels of a point each, and returns red, green and blue, row by row.
pub fn painted(look: Look, size: [usize; 2], mut show: impl FnMut(&mut egui::Ui)) -> Vec<[u8; 3]> {
    let ctx = egui::Context::default();
    look.apply(&ctx);
    let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(size[0] as f32, size[1] as f32));
    let input = egui::RawInput { screen_rect: Some(rect), ..egui::RawInput::default() };
    let mut output = ctx.run_ui(input, |ui| show(ui));
    output.textures_delta.clear(); // There is no GPU to take them.
    output.shapes.retain(|shape| !matches!(shape.shape, egui::Shape::Text(_)));
    let mut canvas = vec![[0.0; 3]; size[0] * size[1]];
    for primitive in ctx.tessellate(output.shapes, output.pixels_per_point) {
        let egui::epaint::Primitive::Mesh(mesh) = primitive.primitive else { continue };
        for corners in mesh.indices.chunks_exact(3) {
            fill([0, 1, 2].map(|corner| mesh.vertices[corners[corner] as usize]), size, &mut canvas);
        }
    }
    canvas.into_iter().map(|pixel| pixel.map(|channel: f32| channel.round().clamp(0.0, 255.0) as u8)).collect()
}

/// Fills a triangle whose corners have colours.
fn fill(corners: [egui::epaint::Vertex; 3], size: [usize; 2], canvas: &mut [[f32; 3]]) {
    let [a, b, c] = corners.map(|corner| corner.pos);
    let cross = |a: egui::Pos2, b: egui::Pos2, p: egui::Pos2| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    let area = cross(a, b, c);
    let within = |low: f32, high: f32, most: usize| (low.max(0.0) as usize, (high.ceil().max(0.0) as usize).min(most));
    let (left, right) = within(a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x), size[0]);
    let (top, bottom) = within(a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y), size[1]);
    for (y, x) in (top..bottom).flat_map(|y| (left..right).map(move |x| (y, x))) {
        let middle = egui::pos2(x as f32 + 0.5, y as f32 + 0.5);
        let shares = [cross(b, c, middle), cross(c, a, middle), cross(a, b, middle)].map(|part| part / area);
        // A pixel on an edge belongs to one of two triangles that share it only if edges are told apart; blended opaquely,
        // it may belong to both.
        if area == 0.0 || shares.iter().any(|share| *share < 0.0) {
            continue;
        }
        let mixed = |channel: usize| -> f32 {
            corners.iter().zip(shares).map(|(corner, share)| f32::from(corner.color[channel]) * share).sum()
        };
        let clear = 1.0 - mixed(3) / 255.0;
        let pixel = &mut canvas[y * size[0] + x];
        *pixel = [0, 1, 2].map(|channel| pixel[channel] * clear + mixed(channel));
    }
}
