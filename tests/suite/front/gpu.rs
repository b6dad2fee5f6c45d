//! The shader against its twin on the CPU, against the Rust structs that feed it, and on a device that needs no GPU.

use super::adapter::{gpu, read_back};
use naga::{ScalarKind, TypeInner, VectorSize};
use std::mem::offset_of;
use tickscope::front::compositor::canvas::{Canvas, ground, trail_dots};
use tickscope::front::compositor::pane_layers::PaneLayers;
use tickscope::front::render::camera::Camera;
use tickscope::front::render::context::Gpu;
use tickscope::front::render::drawing::CanvasView;
use tickscope::front::render::instance::{self, Instance};
use tickscope::front::render::interface::InterfaceFrame;
use tickscope::front::render::offscreen::{FORMAT, Offscreen};
use tickscope::front::render::painter::{Layer, PixelRect, Shapes};
use tickscope::front::render::pipeline::ViewUniform;
use tickscope::front::render::renderer::{Redraw, Renderer};
use tickscope::front::ui::style::look::Look;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, RunAction};
use tickscope::studio::view::{Theme, View};
use tickscope_core::base::time::Time;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::settings::Settings;

const SIZE: u32 = 128;

fn shader() -> naga::Module {
    naga::front::wgsl::parse_str(include_str!("../../../shaders/shapes.wgsl")).expect("the shader parses")
}

/// Draws shapes into a texture of `SIZE` × `SIZE` and reads it back, four bytes a pixel.
fn draw_shapes(gpu: &Gpu, background: [u8; 4], add: impl FnOnce(&mut Shapes)) -> Vec<[u8; 4]> {
    let target = Offscreen::new(&gpu.device, [SIZE, SIZE]);
    let mut shapes = Shapes::default();
    add(&mut shapes);
    draw(gpu, &target, background, &shapes, [SIZE, SIZE]);
    let pixels = read_back(&target, &gpu.device, &gpu.queue);
    pixels.chunks_exact(4).map(|p| [p[0], p[1], p[2], p[3]]).collect()
}

/// Draws shapes without an interface.
fn draw(gpu: &Gpu, target: &Offscreen, background: [u8; 4], shapes: &Shapes, size: [u32; 2]) {
    let screen = egui_wgpu::ScreenDescriptor { size_in_pixels: size, pixels_per_point: 1.0 };
    let interface = InterfaceFrame { triangles: Vec::new(), screen };
    let mut renderer = Renderer::new(&gpu.device, FORMAT);
    renderer.draw((&gpu.device, &gpu.queue), &target.view(), background, (shapes, &interface), Redraw::Whole);
}

fn whole() -> PixelRect {
    PixelRect { x: 0, y: 0, width: SIZE, height: SIZE }
}

/// Returns the shader's twin: the part of the pixel around `at` that a shape covers, 0 to 1.
fn coverage(shape: &Instance, at: glam::Vec2) -> f32 {
    let (a, b) = (glam::Vec2::from(shape.a), glam::Vec2::from(shape.b));
    let (first, second) = (glam::Vec2::new(shape.c[0], shape.c[1]), glam::Vec2::new(shape.c[2], shape.c[3]));
    if shape.kind == instance::PIECE && ((at - a).dot(first) < 0.0 || (second != glam::Vec2::ZERO && (at - b).dot(second) >= 0.0))
    {
        return 0.0;
    }
    let turned = glam::Vec2::new((at - a).dot(first), (at - a).dot(first.perp()));
    let mut distance = match shape.kind {
        instance::BOX => box_distance(turned, b, shape.radius),
        instance::CAPSULE | instance::PIECE => segment_distance(at, a, b) - shape.radius,
        instance::ARC => arc_distance(turned, b.x, second) - shape.radius,
        _ => (at - a).length() - shape.radius,
    };
    if shape.outline > 0.0 {
        distance = distance.abs() - shape.outline;
    }
    (0.5 - distance).clamp(0.0, 1.0)
}

fn segment_distance(p: glam::Vec2, a: glam::Vec2, b: glam::Vec2) -> f32 {
    let along = b - a;
    let share = ((p - a).dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
    (p - a - along * share).length()
}

fn box_distance(p: glam::Vec2, half: glam::Vec2, corner: f32) -> f32 {
    let outside = p.abs() - half + glam::Vec2::splat(corner);
    outside.max(glam::Vec2::ZERO).length() + outside.max_element().min(0.0) - corner
}

/// Returns the distance to an arc that is symmetric about the x axis; `aperture` is (sin, cos) of half its angle.
fn arc_distance(p: glam::Vec2, radius: f32, aperture: glam::Vec2) -> f32 {
    let q = glam::Vec2::new(p.x, p.y.abs());
    if q.y * aperture.y > q.x * aperture.x {
        return (q - glam::Vec2::new(aperture.y, aperture.x) * radius).length();
    }
    (q.length() - radius).abs()
}

/// Returns every kind of shape, filled and outlined, turned and off the pixel grid, thinner than a pixel too.
fn every_shape() -> Vec<(&'static str, Instance)> {
    let base = Instance { a: [60.3, 61.7], radius: 9.4, ..Instance::of_kind(instance::CIRCLE, [255; 4]) };
    let (sin, cos) = libm::sincosf(0.7);
    let (wide_sin, wide_cos) = libm::sincosf(2.4);
    let (slim_sin, slim_cos) = libm::sincosf(0.5);
    vec![
        ("circle", base),
        ("tiny circle", Instance { radius: 0.4, ..base }),
        ("ring", Instance { radius: 20.0, outline: 1.3, ..base }),
        ("box", Instance { b: [30.2, 11.5], c: [cos, sin, 0.0, 0.0], radius: 4.0, kind: instance::BOX, ..base }),
        ("sharp box", Instance { b: [30.0, 11.0], c: [1.0, 0.0, 0.0, 0.0], radius: 0.0, kind: instance::BOX, ..base }),
        ("box outline", Instance { b: [30.2, 11.5], c: [cos, sin, 0.0, 0.0], outline: 0.8, kind: instance::BOX, ..base }),
        ("capsule", Instance { b: [20.6, 95.1], kind: instance::CAPSULE, ..base }),
        ("hairline", Instance { b: [20.6, 95.1], radius: 0.5, kind: instance::CAPSULE, ..base }),
        ("point capsule", Instance { b: [60.3, 61.7], kind: instance::CAPSULE, ..base }),
        ("arc", Instance { b: [33.0, 0.0], c: [cos, sin, slim_sin, slim_cos], radius: 3.0, kind: instance::ARC, ..base }),
        ("wide arc", Instance { b: [33.0, 0.0], c: [cos, sin, wide_sin, wide_cos], radius: 3.0, kind: instance::ARC, ..base }),
        ("piece", Instance { b: [101.2, 80.9], c: [0.9, 0.2, -0.1, 0.9], radius: 5.0, kind: instance::PIECE, ..base }),
        ("dot", Instance { radius: 2.2, kind: instance::DOT, ..base }),
        ("end piece", Instance { b: [101.2, 80.9], c: [0.0, 0.0, 0.4, 0.9], radius: 5.0, kind: instance::PIECE, ..base }),
    ]
}

#[test]
fn every_shape_covers_the_pixels_that_its_cpu_twin_covers() {
    let Some(gpu) = gpu("every_shape_covers_the_pixels_that_its_cpu_twin_covers") else { return };
    for (name, shape) in every_shape() {
        let drawn = draw_shapes(&gpu, [0, 0, 0, 255], |shapes| shapes.add(Layer::Above, whole(), [shape]));
        let mut covered = 0.0;
        for (index, pixel) in drawn.iter().enumerate() {
            let (x, y) = (index as u32 % SIZE, index as u32 / SIZE);
            let expected = coverage(&shape, glam::Vec2::new(x as f32 + 0.5, y as f32 + 0.5));
            let got = f32::from(pixel[0]) / 255.0;
            // One step of eight bits for rounding, one for the GPU's own precision. At a piece's cut a pixel may fall to
            // either side, but none of these cuts goes through a pixel's middle.
            assert!((got - expected).abs() <= 2.0 / 255.0, "{name} at {x}, {y}: {got}, and its twin says {expected}");
            let (min, max) = shape.bounds();
            let inside = (min.x..max.x).contains(&(x as f32 + 0.5)) && (min.y..max.y).contains(&(y as f32 + 0.5));
            assert!(inside || (expected == 0.0 && pixel[0] == 0), "{name} at {x}, {y} is out of its bounds");
            covered += expected;
        }
        assert!(covered > 0.3, "{name} covers something");
    }
}

#[test]
fn pieces_of_a_translucent_polyline_do_not_overlap_at_their_joints() {
    let Some(gpu) = gpu("pieces_of_a_translucent_polyline_do_not_overlap_at_their_joints") else { return };
    let mut sketch = tickscope_core::model::world::sketch::Sketch::default();
    let points = [(10.3, 20.1), (60.2, 100.7), (90.9, 30.3), (115.1, 90.2)].map(|(x, y)| glam::DVec2::new(x, y));
    sketch.polyline(&points, 14.0, tickscope_core::model::world::sketch::Ink::Wall);
    let frame = tickscope_core::model::world::sketch::WorldRect::new(0.0, 0.0, 128.0, 128.0);
    let camera = Camera::squeezing(frame, 1.0, glam::Vec2::splat(128.0), 1.0);
    let drawn = draw_shapes(&gpu, [0, 0, 0, 255], |shapes| {
        shapes.add(Layer::Above, whole(), sketch.shapes.iter().map(|shape| camera.instance(shape, [255, 255, 255, 128])));
    });
    let brightest = drawn.iter().map(|pixel| pixel[0]).max();
    assert_eq!(brightest, Some(128), "no pixel is painted twice");
}

#[test]
fn a_pane_draws_inside_its_rectangle_only() {
    let Some(gpu) = gpu("a_pane_draws_inside_its_rectangle_only") else { return };
    let rect = PixelRect { x: 32, y: 16, width: 40, height: 50 };
    let flood = Instance {
        a: [20.0, 25.0],
        b: [1000.0, 1000.0],
        c: [1.0, 0.0, 0.0, 0.0],
        ..Instance::of_kind(instance::BOX, [255, 0, 0, 255])
    };
    let drawn = draw_shapes(&gpu, [0, 0, 255, 255], |shapes| shapes.add(Layer::Below, rect, [flood]));
    for (index, pixel) in drawn.iter().enumerate() {
        let (x, y) = (index as u32 % SIZE, index as u32 / SIZE);
        let inside = (32..72).contains(&x) && (16..66).contains(&y);
        let expected = if inside { [255, 0, 0, 255] } else { [0, 0, 255, 255] };
        assert_eq!(*pixel, expected, "at {x}, {y}");
    }
}

#[test]
fn of_a_pane_that_tears_each_band_shows_its_own_frame_in_its_own_rows() {
    let Some(gpu) = gpu("of_a_pane_that_tears_each_band_shows_its_own_frame_in_its_own_rows") else { return };
    let rect = PixelRect { x: 8, y: 20, width: 100, height: 80 };
    let disc = |x: f32, colour: [u8; 4]| Instance { a: [x, 40.0], radius: 30.0, ..Instance::of_kind(instance::CIRCLE, colour) };
    let (red, green) = ([255, 0, 0, 255], [0, 255, 0, 255]);
    let bands = [(0.0, 0.25, 35.0, red), (0.25, 0.6, 65.0, green), (0.6, 1.0, 35.0, red)];
    let whole = |x: f32, colour: [u8; 4]| draw_shapes(&gpu, [0; 4], |shapes| shapes.add(Layer::Above, rect, [disc(x, colour)]));
    let (reds, greens) = (whole(35.0, red), whole(65.0, green));
    let drawn = draw_shapes(&gpu, [0; 4], |shapes| {
        for (from, to, x, colour) in bands {
            shapes.add_rows(Layer::Above, rect, rect.rows(from, to).expect("it has rows"), [disc(x, colour)]);
        }
    });
    for (index, pixel) in drawn.iter().enumerate() {
        let y = index as u32 / SIZE;
        let expected = if (40..68).contains(&y) { greens[index] } else { reds[index] };
        assert_eq!(*pixel, expected, "row {y}");
    }
    assert_eq!(rect.rows(0.5, 0.501), None, "less than a pixel");
}

#[test]
fn a_pane_shows_each_body_in_its_colour_where_the_camera_puts_it() {
    let Some(gpu) = gpu("a_pane_shows_each_body_in_its_colour_where_the_camera_puts_it") else { return };
    for theme in [Theme::Dark, Theme::Light] {
        let mut lab = Lab::new(Settings::default()).expect("the default settings are allowed");
        lab.advance_to(Time::from_secs(0.5));
        let look = Look { theme };
        let size = glam::Vec2::splat(SIZE as f32);
        let pane = &lab.panes()[2];
        let drawn = draw_shapes(&gpu, look.panel().to_array(), |shapes| {
            let mut canvas = Canvas::default();
            let (now, view) = (lab.now(), View::default());
            let frame = CanvasView { now, view, stage: None, size, pixels_per_point: 1.0 };
            canvas.draw(pane.seen_at(now), look, frame, None);
            shapes.add(Layer::Ground, whole(), [ground(look, size)]);
            shapes.add(Layer::Below, whole(), canvas.below);
            shapes.add(Layer::Above, whole(), canvas.above);
        });
        let computer = pane.computer();
        let camera = Camera::squeezing(computer.world().appearance().extent(), 1.0, size, 1.0);
        let shown = computer.display().shown().expect("something is shown after half a second");
        for (index, body) in shown.bodies.iter().enumerate() {
            // Beside the mark that tells the heading.
            let back = body.pos - tickscope_core::model::world::body::direction(body.heading) * 4.0;
            let at = camera.pixel(back);
            let pixel = drawn[at.y as usize * SIZE as usize + at.x as usize];
            let ink = look.ink(pane.letter(), tickscope_core::model::world::sketch::Ink::Body(index));
            let near = pixel.iter().zip(ink).all(|(got, wanted)| got.abs_diff(wanted) <= 3);
            assert!(near, "body {index} in {theme:?}: {pixel:?}, and its ink is {ink:?}");
        }
        assert_eq!(drawn[0][..3], look.canvas().to_array()[..3], "the corner is empty");
    }
}

#[test]
fn the_pipelines_are_valid_on_a_device_without_a_gpu() {
    let (device, _queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    for format in [wgpu::TextureFormat::Rgba8Unorm, wgpu::TextureFormat::Bgra8Unorm] {
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let _renderer = Renderer::new(&device, format);
        let error = pollster::block_on(scope.pop());
        assert!(error.is_none(), "{format:?}: {error:?}");
    }
}

#[test]
fn a_trail_has_a_dot_for_every_frame_and_fades_with_its_age() {
    let Some(gpu) = gpu("a_trail_has_a_dot_for_every_frame_and_fades_with_its_age") else { return };
    let settings = Settings {
        scene: tickscope_core::model::config::settings::WorldChoice::new("runner"),
        panes: vec![tickscope_core::model::config::settings::PaneSettings::new("fixed-fps")],
        ..Settings::default()
    };
    let mut lab = Lab::new(settings).expect("these settings are allowed");
    lab.advance_to(Time::from_secs(1.5));
    let (pane, now) = (&lab.panes()[0], lab.now());
    // Eight times as wide as high: the figure's dots are far apart.
    let size = glam::Vec2::splat(SIZE as f32);
    let computer = pane.computer();
    let appearance = computer.world().appearance();
    let camera = Camera::squeezing(appearance.extent(), appearance.squeeze(), size, 1.0);
    let colour = |body| if body == 0 { [255, 255, 255, 255] } else { [0, 0, 0, 0] };
    let drawn = draw_shapes(&gpu, [0, 0, 0, 255], |shapes| {
        shapes.add(Layer::Trails, whole(), trail_dots(&pane.seen_at(now).trail(), &camera, now, colour));
    });
    let trail = pane.seen_at(now).trail();
    let mut seen = 0;
    for dot in trail.dots.iter().filter(|dot| dot.body == 0) {
        let at = camera.pixel(dot.pos);
        let age = (now - dot.left).as_secs() as f32;
        let pixel = drawn[at.y as usize * SIZE as usize + at.x as usize];
        let expected = (1.0 - age).max(0.0).powi(2);
        // Neighbours overlap a little at this size, and only add light.
        assert!(f32::from(pixel[0]) / 255.0 > expected * 0.8 - 0.05, "the dot that left {age} s ago: {pixel:?}");
        seen += 1;
    }
    assert!((25..=26).contains(&seen), "25 frames a second, and {seen} dots in the last one");
    let lit = drawn.iter().filter(|pixel| pixel[0] > 0).count();
    assert!(lit < 500, "nothing but the dots is lit, but {lit} pixels are");
}

#[test]
fn panes_that_were_closed_since_they_were_laid_out_are_not_drawn() {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    let canvases: Vec<_> =
        (0..4).map(|index| (index, egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(50.0, 50.0)))).collect();
    session.act(Action::Run(RunAction::ThreeComputers));
    assert_eq!(session.run.lab.panes().len(), 3);
    let mut layers = PaneLayers::default();
    layers.draw(&egui::Context::default(), &session, &canvases, ([200, 200], 1.0));
}

#[test]
fn the_uniforms_have_the_layouts_that_the_shaders_read() {
    let of = |source: &str| {
        let module = naga::front::wgsl::parse_str(source).expect("the shader parses");
        let (_, view) = module
            .types
            .iter()
            .find(|(_, t)| matches!(t.name.as_deref(), Some("View" | "Screen")))
            .expect("the shader has a View or a Screen");
        let TypeInner::Struct { members, span } = &view.inner else { panic!("it is a struct") };
        let offsets: Vec<(String, usize)> =
            members.iter().map(|m| (m.name.clone().unwrap_or_default(), m.offset as usize)).collect();
        (offsets, *span as usize)
    };
    let named = |fields: &[(&str, usize)]| fields.iter().map(|(name, at)| ((*name).to_owned(), *at)).collect::<Vec<_>>();
    let fields = [("size", offset_of!(ViewUniform, size)), ("padding", offset_of!(ViewUniform, padding))];
    for shader in [include_str!("../../../shaders/shapes.wgsl"), include_str!("../../../shaders/interface.wgsl")] {
        assert_eq!(of(shader), (named(&fields), size_of::<ViewUniform>()));
    }
}

#[test]
fn the_instance_has_the_layout_that_the_shader_reads() {
    let module = shader();
    let (_, instance) = module.types.iter().find(|(_, t)| t.name.as_deref() == Some("Instance")).expect("an Instance");
    let TypeInner::Struct { members, .. } = &instance.inner else { panic!("Instance is a struct") };
    let offsets = [
        ("a", offset_of!(Instance, a)),
        ("b", offset_of!(Instance, b)),
        ("c", offset_of!(Instance, c)),
        ("radius", offset_of!(Instance, radius)),
        ("outline", offset_of!(Instance, outline)),
        ("kind", offset_of!(Instance, kind)),
        ("colour", offset_of!(Instance, colour)),
        ("opacity", offset_of!(Instance, opacity)),
    ];
    assert_eq!(members.len(), offsets.len());
    assert_eq!(Instance::ATTRIBUTES.len(), offsets.len());
    for ((member, (name, offset)), attribute) in members.iter().zip(offsets).zip(Instance::ATTRIBUTES) {
        assert_eq!(member.name.as_deref(), Some(name));
        let Some(naga::Binding::Location { location, .. }) = member.binding else { panic!("{name} has a location") };
        assert_eq!((location, offset as u64), (attribute.shader_location, attribute.offset), "{name}");
        let format = match &module.types[member.ty].inner {
            TypeInner::Scalar(s) if s.kind == ScalarKind::Uint => wgpu::VertexFormat::Uint32,
            TypeInner::Scalar(_) => wgpu::VertexFormat::Float32,
            TypeInner::Vector { size: VectorSize::Bi, .. } => wgpu::VertexFormat::Float32x2,
            // The colour is unpacked from bytes on its way in.
            TypeInner::Vector { size: VectorSize::Quad, .. } if name == "colour" => wgpu::VertexFormat::Unorm8x4,
            TypeInner::Vector { size: VectorSize::Quad, .. } => wgpu::VertexFormat::Float32x4,
            other => panic!("{name} is {other:?}"),
        };
        assert_eq!(attribute.format, format, "{name}");
    }
}

#[test]
fn the_kinds_of_shapes_have_the_numbers_that_the_shader_knows() {
    let module = shader();
    let number = |name: &str| {
        let (_, constant) = module.constants.iter().find(|(_, c)| c.name.as_deref() == Some(name)).expect("a constant");
        match module.global_expressions[constant.init] {
            naga::Expression::Literal(naga::Literal::U32(value)) => value,
            ref other => panic!("{name} is {other:?}"),
        }
    };
    let known = [
        ("CIRCLE", instance::CIRCLE),
        ("BOX", instance::BOX),
        ("CAPSULE", instance::CAPSULE),
        ("ARC", instance::ARC),
        ("PIECE", instance::PIECE),
        ("DOT", instance::DOT),
    ];
    for (name, value) in known {
        assert_eq!(number(name), value, "{name}");
    }
}

#[test]
fn a_frame_whose_rows_the_gpu_pads_is_read_back_without_the_padding() {
    let Some(gpu) = gpu("a_frame_whose_rows_the_gpu_pads_is_read_back_without_the_padding") else { return };
    let target = Offscreen::new(&gpu.device, [37, 3]);
    for colour in [[1, 2, 3, 255], [9, 8, 7, 255]] {
        draw(&gpu, &target, colour, &Shapes::default(), [37, 3]);
        assert_eq!(read_back(&target, &gpu.device, &gpu.queue), colour.repeat(37 * 3));
    }
}

#[test]
fn a_rectangle_of_points_is_clamped_to_whole_pixels_of_the_target() {
    let size = [100, 80];
    let clamped = |min, max, scale| PixelRect::clamped(min, max, scale, size);
    assert_eq!(clamped([1.2, 2.6], [10.4, 20.0], 1.0), Some(PixelRect { x: 1, y: 3, width: 9, height: 17 }));
    assert_eq!(clamped([1.0, 1.0], [60.0, 60.0], 2.0), Some(PixelRect { x: 2, y: 2, width: 98, height: 78 }));
    assert_eq!(clamped([-50.0, -5.0], [20.0, 20.0], 1.0), Some(PixelRect { x: 0, y: 0, width: 20, height: 20 }));
    assert_eq!(clamped([200.0, 0.0], [300.0, 10.0], 1.0), None);
    assert_eq!(clamped([f32::NAN, 0.0], [10.0, f32::INFINITY], 1.0).map(|r| r.height), Some(80));
}
