// A dot for every picture of the last second, from a ring that stays on the GPU. Positions are in the world; the camera
// is in the uniform, so that the ring is never written again when it moves.

struct View {
    // Pixels per unit, and where the world's origin is in pixels of the pane.
    scale: vec2<f32>,
    origin: vec2<f32>,
    // The pane's size in pixels.
    size: vec2<f32>,
    // Now, in the ring's seconds, and a dot's radius in pixels.
    now: f32,
    radius: f32,
}

@group(0) @binding(0) var<uniform> view: View;

struct Dot {
    @location(0) at: vec2<f32>,
    @location(1) left: f32,
    @location(2) colour: vec4<f32>,
}

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) offset: vec2<f32>,
    @location(1) @interpolate(flat) colour: vec4<f32>,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32, dot: Dot) -> Varying {
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let offset = corner * (view.radius + 1.0);
    let at = dot.at * view.scale + view.origin + offset;
    let ndc = at / view.size * 2.0 - 1.0;
    // Like phosphor: bright where a frame has just been, gone after a second, whatever the rate of the window.
    let glow = 1.0 - clamp(view.now - dot.left, 0.0, 1.0);

    var out: Varying;
    out.position = vec4<f32>(ndc.x, -ndc.y, 0.0, 1.0);
    out.offset = offset;
    out.colour = vec4<f32>(dot.colour.rgb, dot.colour.a * glow * glow);
    return out;
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let coverage = clamp(0.5 - (length(in.offset) - view.radius), 0.0, 1.0);
    return vec4<f32>(in.colour.rgb, in.colour.a * coverage);
}
