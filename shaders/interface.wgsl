// The triangles of the interface, as egui makes them, with the blending that egui wants. Software rasterisers pay for
// every step of every pixel, so there is one entry for each kind of triangle and nothing in it that its kind can't need.

struct Screen {
    // In points.
    size: vec2<f32>,
    padding: vec2<f32>,
}

@group(0) @binding(0) var<uniform> screen: Screen;
@group(1) @binding(0) var image: texture_2d<f32>;
@group(1) @binding(1) var image_sampler: sampler;

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
    // Gamma-encoded and premultiplied.
    @location(1) colour: vec4<f32>,
}

@vertex
fn vertex(@location(0) at: vec2<f32>, @location(1) uv: vec2<f32>, @location(2) colour: vec4<f32>) -> Varying {
    var out: Varying;
    out.position = vec4<f32>(2.0 * at.x / screen.size.x - 1.0, 1.0 - 2.0 * at.y / screen.size.y, 0.0, 1.0);
    out.uv = uv;
    out.colour = colour;
    return out;
}

// Areas of one opaque colour.
@fragment
fn solid(in: Varying) -> @location(0) vec4<f32> {
    return in.colour;
}

// Letters and everything else that is drawn with the font's texture, which is white at its corner: most triangles have no
// other place of it.
@fragment
fn lettered(in: Varying) -> @location(0) vec4<f32> {
    if in.uv.x == 0.0 && in.uv.y == 0.0 {
        return in.colour;
    }
    return in.colour * textureSampleLevel(image, image_sampler, in.uv, 0.0);
}

// Pictures.
@fragment
fn pictured(in: Varying) -> @location(0) vec4<f32> {
    return in.colour * textureSampleLevel(image, image_sampler, in.uv, 0.0);
}
