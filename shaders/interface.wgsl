// The triangles of the interface, as egui makes them, with the blending that egui wants. A software rasteriser pays for every
// step of every pixel, so large areas of one colour have an entry without a texture.

struct Screen {
    // The size of the target in points.
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

// Everything else. Most triangles use the white corner of the texture of letters, and need no sample of it.
@fragment
fn textured(in: Varying) -> @location(0) vec4<f32> {
    if in.uv.x == 0.0 && in.uv.y == 0.0 {
        return in.colour;
    }
    return in.colour * textureSampleLevel(image, image_sampler, in.uv, 0.0);
}
