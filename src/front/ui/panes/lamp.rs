//! The lamp in a pane's corner: it flashes when the pane's own display answers an input, as late as that is.

use crate::base::time::Span;
use crate::front::ui::style::look::Look;
use crate::model::machine::Answer;
use crate::studio::session::Session;
use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, vec2};

const RADIUS: f32 = 9.0;
/// An unanswered input is shown after this time.
const LONG: Span = Span::from_flicks(crate::base::time::FLICKS_PER_SECOND / 10);

/// Paints the lamp of pane `index` in the upper right corner of `canvas`: a ring at the moment of the input, a disc when
/// the display answers, and how long it took.
pub fn show(painter: &Painter, look: Look, session: &Session, index: usize, canvas: Rect) {
    let pane = &session.lab().panes()[index];
    let (response, now) = (pane.response(), session.now());
    let centre = canvas.right_top() + vec2(-RADIUS - 12.0, RADIUS + 12.0);
    let lines = 1.0 + f32::from(u8::from(response.hand(now).is_some()));
    let plate = Rect::from_min_max(centre - vec2(146.0, 11.0), centre + vec2(RADIUS + 6.0, 18.0 * lines - 6.0));
    painter.rect_filled(plate, 6.0, look.canvas().gamma_multiply(0.8));
    if response.is_seen(now) {
        painter.circle_filled(centre, RADIUS * 2.0, look.pane(index).gamma_multiply(0.3));
        painter.circle_filled(centre, RADIUS, look.pane(index));
    }
    let ring = if response.is_given(now) { Stroke::new(3.0, look.text()) } else { Stroke::new(1.5, look.weak()) };
    painter.circle_stroke(centre, RADIUS + 1.5, ring);

    let mut line = centre - vec2(RADIUS + 10.0, 0.0);
    let mut write = |text: String, colour: Color32| {
        painter.text(line, Align2::RIGHT_CENTER, text, FontId::monospace(14.0), colour);
        line.y += 18.0;
    };
    write(told("input", response.metronome(now)), look.text());
    if response.hand(now).is_some() {
        write(told("tap", response.hand(now)), look.text());
    }
    if let Some(waiting) = response.waiting(now).filter(|waiting| *waiting >= LONG) {
        write(format!("waiting {:4.0} ms", waiting.as_millis()), look.alarm());
    }
}

/// As wide with four digits as with one.
fn told(what: &str, answer: Option<Answer>) -> String {
    let ms = answer.map_or("   –".to_owned(), |answer| format!("{:4.0}", answer.latency().as_millis()));
    format!("{what} {ms} ms")
}
