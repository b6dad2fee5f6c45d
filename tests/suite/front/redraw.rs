//! A frame of which only the changes are drawn has the pixels of a frame that is drawn as a whole.

use super::adapter::{gpu, read_back};
use crate::common::cases;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, vec2};
use proptest::prelude::*;
use tickscope::front::compositor::{Compositor, ReadyFrame};
use tickscope::front::render::context::Gpu;
use tickscope::front::render::offscreen::{FORMAT, Offscreen};
use tickscope::front::render::renderer::Redraw;
use tickscope::front::ui;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, ViewAction};
use tickscope::studio::view::Theme;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::settings::Settings;

const SIZE: [u32; 2] = [800, 500];
const PIXELS: u64 = SIZE[0] as u64 * SIZE[1] as u64;

/// A window off the screen: its own interface, and a target that keeps its frame.
struct Window {
    compositor: Compositor,
    target: Offscreen,
}

impl Window {
    fn new(gpu: &Gpu) -> Window {
        let compositor = Compositor::new(egui::Context::default(), &gpu.device, FORMAT);
        Window { compositor, target: Offscreen::new(&gpu.device, SIZE) }
    }

    /// Returns the interface's answer to `events` at frame `number`, and what the person did there.
    fn lay_out(&mut self, gpu: &Gpu, session: &Session, number: u32, events: &[Event]) -> (ReadyFrame, Vec<Action>) {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(SIZE[0] as f32, SIZE[1] as f32))),
            time: Some(f64::from(number) / 60.0),
            events: events.to_vec(),
            ..RawInput::default()
        };
        let mut layout = self.compositor.lay_out(session.run.theme, input, |ui| ui::layout::show_window(ui, session));
        let actions = std::mem::take(&mut layout.shown.actions);
        (self.compositor.upload((&gpu.device, &gpu.queue), layout, SIZE), actions)
    }

    fn pixels(&self, gpu: &Gpu) -> Vec<u8> {
        read_back(&self.target, &gpu.device, &gpu.queue)
    }
}

/// Two windows on one session: one draws whole frames, the other changes.
struct Pair {
    gpu: Gpu,
    whole: Window,
    changes: Window,
    session: Session,
    frames: u32,
}

impl Pair {
    fn new(test: &str, theme: Theme) -> Option<Pair> {
        let gpu = gpu(test)?;
        let session = Session::new(Settings::default()).expect("the default settings are allowed").with_theme(theme);
        Some(Pair { whole: Window::new(&gpu), changes: Window::new(&gpu), gpu, session, frames: 0 })
    }

    /// Shows one more frame in both, compares them, and returns how many pixels the one drew that draws changes.
    fn frame(&mut self, events: &[Event]) -> u64 {
        self.frames += 1;
        self.session.frame(f64::from(self.frames) / 60.0);
        let Pair { gpu, whole, changes, session, frames } = self;
        let device = (&gpu.device, &gpu.queue);
        let (first, actions) = whole.lay_out(gpu, session, *frames, events);
        let (second, same) = changes.lay_out(gpu, session, *frames, events);
        assert_eq!(actions.len(), same.len(), "both interfaces do the same");
        for action in actions {
            session.act(action);
        }
        whole.compositor.draw(device, first, Some(session), &whole.target.view(), Redraw::Whole);
        let drawn = changes.compositor.draw(device, second, Some(session), &changes.target.view(), Redraw::Changes);
        let (expected, found) = (whole.pixels(gpu), changes.pixels(gpu));
        let wrong = expected.chunks_exact(4).zip(found.chunks_exact(4)).position(|(a, b)| a != b);
        if let Some(at) = wrong {
            let (x, y) = (at as u32 % SIZE[0], at as u32 / SIZE[0]);
            let pixel = |pixels: &[u8]| pixels[at * 4..at * 4 + 4].to_vec();
            panic!("frame {frames}, pixel {x}, {y}: {:?} instead of {:?}, after {events:?}", pixel(&found), pixel(&expected));
        }
        drawn
    }
}

fn key(key: Key) -> Vec<Event> {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
    vec![event(true), event(false)]
}

fn press(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// The input of one frame: mostly none.
fn input() -> impl Strategy<Value = Vec<Event>> {
    let place = || (0.0..SIZE[0] as f32, 0.0..SIZE[1] as f32).prop_map(|(x, y)| Pos2::new(x, y));
    let keys = [
        Key::Space,
        Key::T,
        Key::F,
        Key::G,
        Key::M,
        Key::S,
        Key::Q,
        Key::R,
        Key::A,
        Key::X,
        Key::Escape,
        Key::Tab,
        Key::F1,
        Key::F11,
        Key::PageDown,
        Key::ArrowLeft,
        Key::ArrowRight,
        Key::Num1,
        Key::Num3,
        Key::OpenBracket,
        Key::Comma,
        Key::Period,
    ];
    prop_oneof![
        8 => Just(Vec::new()),
        3 => place().prop_map(|pos| vec![Event::PointerMoved(pos)]),
        2 => place().prop_map(|pos| vec![Event::PointerMoved(pos), press(pos, true), press(pos, false)]),
        1 => (place(), -80.0..80.0_f32).prop_map(|(pos, y)| vec![
            Event::PointerMoved(pos),
            Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: vec2(0.0, y),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: Modifiers::NONE,
            },
        ]),
        3 => prop::sample::select(keys.to_vec()).prop_map(key),
    ]
}

proptest! {
    #![proptest_config(cases(2))]

    #[test]
    fn whatever_a_person_does_drawing_the_changes_gives_the_pixels_of_the_whole_frame(
        inputs in prop::collection::vec(input(), 120),
        dark in any::<bool>(),
    ) {
        let theme = if dark { Theme::Dark } else { Theme::Light };
        let test = "whatever_a_person_does_drawing_the_changes_gives_the_pixels_of_the_whole_frame";
        if let Some(mut pair) = Pair::new(test, theme) {
            for events in inputs {
                pair.frame(&events);
            }
        }
    }
}

#[test]
fn while_the_panes_play_less_than_all_is_drawn_and_while_nothing_happens_nothing() {
    for theme in [Theme::Dark, Theme::Light] {
        let Some(mut pair) = Pair::new("while_the_panes_play_less_than_all_is_drawn_and_while_nothing_happens_nothing", theme)
        else {
            return;
        };
        assert_eq!(pair.frame(&[]), PIXELS, "there is no last frame yet");
        let playing: u64 = (0..60).map(|_| pair.frame(&[])).sum();
        // Worlds with their trails and pulses take most of a window as small as this one.
        assert!(playing < PIXELS * 60 * 9 / 10, "{} % of the pixels", playing * 100 / 60 / PIXELS);
        pair.session.act(Action::Lab(Command::stall(300.0)));
        (0..30).for_each(|_| _ = pair.frame(&[]));
        pair.session.act(Action::View(ViewAction::PlayPause));
        // Whatever fades in the interface has faded after a second.
        (0..60).for_each(|_| _ = pair.frame(&[]));
        assert_eq!(pair.frame(&[]), 0);
        assert!(pair.frame(&key(Key::T)) + pair.frame(&[]) >= PIXELS, "the other theme");
    }
}
