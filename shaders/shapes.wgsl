// Every shape of a pane in one instanced draw: a quad that covers it, and its distance function in pixels.
// Coordinates are pixels of the pane, y down. `src/front/render/instance.rs` has the same arithmetic for the CPU; a test compares them.

struct View {
    // The pane's size in pixels.
    size: vec2<f32>,
    padding: vec2<f32>,
}

@group(0) @binding(0) var<uniform> view: View;

struct Instance {
    @location(0) a: vec2<f32>,
    @location(1) b: vec2<f32>,
    @location(2) c: vec4<f32>,
    @location(3) radius: f32,
    // Half the outline's width; 0 fills the shape.
    @location(4) outline: f32,
    @location(5) kind: u32,
    @location(6) colour: vec4<f32>,
    // A factor of the alpha.
    @location(7) opacity: f32,
}

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) at: vec2<f32>,
    @location(1) @interpolate(flat) a: vec2<f32>,
    @location(2) @interpolate(flat) b: vec2<f32>,
    @location(3) @interpolate(flat) c: vec4<f32>,
    @location(4) @interpolate(flat) size: vec2<f32>,
    @location(5) @interpolate(flat) kind: u32,
    @location(6) @interpolate(flat) colour: vec4<f32>,
}

const CIRCLE: u32 = 0u;
const BOX: u32 = 1u;
const CAPSULE: u32 = 2u;
const ARC: u32 = 3u;
const PIECE: u32 = 4u;
const DOT: u32 = 5u;

// Half a pixel on each side is where coverage falls from 1 to 0; one whole pixel is safe.
const MARGIN: f32 = 1.0;

@vertex
fn vertex(@builtin(vertex_index) index: u32, shape: Instance) -> Varying {
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let grow = shape.radius + shape.outline + MARGIN;
    var centre = shape.a;
    var along = vec2<f32>(1.0, 0.0);
    var half = vec2<f32>(grow, grow);
    if shape.kind == BOX {
        along = shape.c.xy;
        half = shape.b + vec2<f32>(shape.outline + MARGIN);
    } else if shape.kind == ARC {
        // Only what the arc itself spans: a dash is a small part of its circle.
        let radius = shape.b.x;
        let inner = radius * shape.c.w;
        let across = select(1.0, shape.c.z, shape.c.w > 0.0);
        along = shape.c.xy;
        centre = shape.a + along * ((radius + inner) * 0.5);
        half = vec2<f32>((radius - inner) * 0.5 + grow, radius * across + grow);
    } else if shape.kind == CAPSULE || shape.kind == PIECE {
        centre = (shape.a + shape.b) * 0.5;
        let span = shape.b - shape.a;
        let len = length(span);
        if len > 0.0 {
            along = span / len;
        }
        half = vec2<f32>(len * 0.5 + grow, grow);
    }
    let at = centre + along * (corner.x * half.x) + vec2<f32>(-along.y, along.x) * (corner.y * half.y);

    var out: Varying;
    let ndc = at / view.size * 2.0 - 1.0;
    out.position = vec4<f32>(ndc.x, -ndc.y, 0.0, 1.0);
    out.at = at;
    out.a = shape.a;
    if shape.kind == DOT {
        // Far from the pane's corner the difference of the two would be less exact.
        out.at = corner * half;
        out.a = vec2<f32>(0.0);
    }
    out.b = shape.b;
    out.c = shape.c;
    out.size = vec2<f32>(shape.radius, shape.outline);
    out.kind = shape.kind;
    out.colour = vec4<f32>(shape.colour.rgb, shape.colour.a * shape.opacity);
    return out;
}

fn segment_distance(p: vec2<f32>, a: vec2<f32>, b: vec2<f32>) -> f32 {
    let along = b - a;
    let share = clamp(dot(p - a, along) / max(dot(along, along), 1e-12), 0.0, 1.0);
    return length(p - a - along * share);
}

fn box_distance(p: vec2<f32>, half: vec2<f32>, corner: f32) -> f32 {
    let outside = abs(p) - half + vec2<f32>(corner);
    return length(max(outside, vec2<f32>(0.0))) + min(max(outside.x, outside.y), 0.0) - corner;
}

// `aperture` is (sin, cos) of half the arc's angle; the arc is symmetric about the x axis.
fn arc_distance(p: vec2<f32>, radius: f32, aperture: vec2<f32>) -> f32 {
    let q = vec2<f32>(p.x, abs(p.y));
    let end = vec2<f32>(aperture.y, aperture.x) * radius;
    // Beyond the end's direction the round end is nearest.
    if q.y * aperture.y > q.x * aperture.x {
        return length(q - end);
    }
    return abs(length(q) - radius);
}

fn distance_to(shape: Varying) -> f32 {
    let p = shape.at - shape.a;
    switch shape.kind {
        case BOX: {
            let turned = vec2<f32>(dot(p, shape.c.xy), dot(p, vec2<f32>(-shape.c.y, shape.c.x)));
            return box_distance(turned, shape.b, shape.size.x);
        }
        case CAPSULE, PIECE: {
            return segment_distance(shape.at, shape.a, shape.b) - shape.size.x;
        }
        case ARC: {
            let turned = vec2<f32>(dot(p, shape.c.xy), dot(p, vec2<f32>(-shape.c.y, shape.c.x)));
            return arc_distance(turned, shape.b.x, shape.c.zw) - shape.size.x;
        }
        default: {
            return length(p) - shape.size.x;
        }
    }
}

@fragment
fn fragment(shape: Varying) -> @location(0) vec4<f32> {
    if shape.kind == PIECE {
        // A pixel belongs to the piece on its own side of each joint's bisector.
        let before = dot(shape.at - shape.a, shape.c.xy) < 0.0;
        let after = any(shape.c.zw != vec2<f32>(0.0)) && dot(shape.at - shape.b, shape.c.zw) >= 0.0;
        if before || after {
            discard;
        }
    }
    var d = distance_to(shape);
    if shape.size.y > 0.0 {
        d = abs(d) - shape.size.y;
    }
    let coverage = clamp(0.5 - d, 0.0, 1.0);
    return vec4<f32>(shape.colour.rgb, shape.colour.a * coverage);
}

// For shapes that cover every pixel that they are drawn on.
@fragment
fn flat(shape: Varying) -> @location(0) vec4<f32> {
    return shape.colour;
}
