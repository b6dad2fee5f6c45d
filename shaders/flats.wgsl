// What of the interface has one colour and hides what is under it: egui's vertices without a texture, dithering or blending,
// which cost a software rasteriser most. Positions are computed as egui's shader does, so that the edges fit.

struct Screen {
    // In points.
    size: vec2<f32>,
    padding: vec2<f32>,
}

@group(0) @binding(0) var<uniform> screen: Screen;

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) colour: vec4<f32>,
}

@vertex
fn vertex(@location(0) at: vec2<f32>, @location(1) colour: vec4<f32>) -> Varying {
    var out: Varying;
    out.position = vec4<f32>(2.0 * at.x / screen.size.x - 1.0, 1.0 - 2.0 * at.y / screen.size.y, 0.0, 1.0);
    out.colour = colour;
    return out;
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    return in.colour;
}
