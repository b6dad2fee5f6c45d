//! Whatever a script and a person do, in whatever order: nothing panics, the selection is a pane that is there, and what was
//! done repeats exactly. The session is driven as the window drives it, and shown as the window and a film show it, without
//! a GPU.

use crate::any_view::view;
use crate::common::{any_settings, cases, command, control_input, hitch_on, made, presentation, scene_option, script, variants};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Vec2, pos2, vec2};
use proptest::prelude::*;
use tickscope::front::compositor::canvas::Canvas;
use tickscope::front::render::drawing::{CanvasView, StagePart};
use tickscope::front::ui;
use tickscope::front::ui::pass::UiOutput;
use tickscope::front::ui::style::look::Look;
use tickscope::studio::lesson;
use tickscope::studio::scenario::definition::Scenario;
use tickscope::studio::scenario::unopened::UnopenedScenario;
use tickscope::studio::scenario::{builtin, code};
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{
    Action, CaptureQuestion, CaptureSource, Card, CardPlace, Dialog, Export, HelpPage, LessonAction, LoopsAction, Notice,
    NumberCard, Request, RunAction, ViewAction, WindowAction,
};
use tickscope::studio::session::playhead::{Move, Unit};
use tickscope::studio::session::window_state::FilmProgress;
use tickscope::studio::view::film_spec::FilmSpec;
use tickscope::studio::view::watching::Watching;
use tickscope::studio::view::{Counted, Theme};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::advise::question::Question;
use tickscope_core::lab::captures::part::{ColumnChoice, ColumnReading};
use tickscope_core::lab::metrics::catalogue;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::control::ControlChange;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::worlds;

variants! { ACTIONS, action_name, Action: Lab Run Loops View Window Lesson Undo Redo Hold Touched }
variants! { RUN_ACTIONS, run_action_name, RunAction:
    PresentAll Scene SceneOption Steer ReplayDrive PlayDrive Restart AsWritten Open NextScenario Beside ThreeComputers Demonstrate
}
variants! { LOOPS_ACTIONS, loops_action_name, LoopsAction: Edit HoldBack RunHeldBack DropHeldBack CompareWithOriginal }
variants! { VIEW_ACTIONS, view_action_name, ViewAction:
    PlayPause Step Transport Speed Select Enlarge Change HoldOneStage Theme HideVerdicts
}
variants! { WINDOW_ACTIONS, window_action_name, WindowAction:
    Present Take Dialog Gallery Ask Notify ShareCode CopyLink Lift Strike Lower StallsFallOn Help Explain
    Panel EverythingElse Escape PresentCode
}
variants! { MOVES, move_name, Move: Back Forward Scrub ToOldest ToLive RunFromHere PlayFrom WallReplay }
variants! { DIALOGS, dialog_name, Dialog: Open Save Film Articles Advise AboutCapture Commands Gallery }
variants! { REQUESTS, request_name, Request: Open Save Browse Film CancelFilm Advise MeasureClaims Copy Paste ReadCapture OpenWhole FetchWholeBuild }

#[test]
fn every_kind_of_action_move_dialog_and_request_is_generated() {
    let name_in_group = |action: &Action| match action {
        Action::Run(action) => run_action_name(action),
        Action::Loops(action) => loops_action_name(action),
        Action::View(action) => view_action_name(action),
        Action::Window(action) => window_action_name(action),
        other => action_name(other),
    };
    let groups = [RUN_ACTIONS, LOOPS_ACTIONS, VIEW_ACTIONS, WINDOW_ACTIONS].concat();
    let alone = ACTIONS.iter().filter(|name| !["Run", "Loops", "View", "Window"].contains(*name));
    assert_eq!(made(&action(), name_in_group), groups.iter().chain(alone).copied().collect());
    assert_eq!(made(&transport(), move_name), MOVES.iter().copied().collect());
    assert_eq!(made(&dialog(), dialog_name), DIALOGS.iter().copied().collect());
    assert_eq!(made(&request(), request_name), REQUESTS.iter().copied().collect());
}

fn theme() -> impl Strategy<Value = Theme> {
    prop::sample::select(vec![Theme::Dark, Theme::Light])
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let places = (0..8_usize, prop::option::of(0..8_usize));
    let words = (".{0,20}", ".{0,60}");
    (script(), view(), places, words, 0.01..8.0_f64, prop::option::of(0.1..100.0_f64), prop::option::of(theme())).prop_map(
        |(script, view, (selected, enlarged), (name, about), speed, seconds, theme)| Scenario {
            name,
            about,
            seconds,
            theme,
            script,
            view,
            watching: Watching { speed, selected, enlarged },
            captions: Vec::new(),
        },
    )
}

fn film() -> impl Strategy<Value = FilmSpec> {
    let moments = (0.0..20.0_f64, 0.0..20.0_f64, 0.001..8.0_f64);
    let path = prop::sample::select(vec!["a.mp4", "b.gif", "d.png", "no ending", ""]);
    (path, 1..240_u32, 64..2000_u32, moments, any::<[bool; 2]>(), prop::option::of(0..8_usize), ".{0,30}").prop_map(
        |(path, fps, side, (from_s, to_s, speed), [panel, fit_display], pane, caption)| FilmSpec {
            path: path.to_owned(),
            fps,
            size: [side, 720],
            zoom: 1.0,
            from_s,
            to_s,
            speed,
            caption,
            panel,
            pane,
            fit_display,
        },
    )
}

fn question() -> impl Strategy<Value = Box<Question>> {
    (0.0..50.0_f64, any::<[bool; 4]>()).prop_map(|(update_ms, [same_game, allows_age, is_called, saves_power])| {
        let mut settings = Settings::default();
        settings.computer.update_ms = update_ms;
        Box::new(Question { same_game, allows_age, is_called, saves_power, ..Question::new(settings) })
    })
}

fn export() -> impl Strategy<Value = Export> {
    prop::sample::select(Export::ALL.to_vec())
}

fn dialog() -> impl Strategy<Value = Dialog> {
    prop_oneof![
        ".{0,20}".prop_map(|path| Dialog::Open { path }),
        (export(), ".{0,20}").prop_map(|(what, path)| Dialog::Save { what, path }),
        film().prop_map(Dialog::Film),
        "[a-z ]{0,8}".prop_map(|search| Dialog::Articles { search }),
        question().prop_map(Dialog::Advise),
        (0..9_usize).prop_map(|pane| Dialog::AboutCapture(PaneLetter(pane))),
        "[a-z ]{0,8}".prop_map(|search| Dialog::Gallery { search }),
        "[a-z ]{0,8}".prop_map(|search| Dialog::Commands { search }),
    ]
}

fn capture_source(is_file: bool) -> CaptureSource {
    let name = "frames.csv".to_owned();
    if is_file { CaptureSource::File(name.into()) } else { CaptureSource::Text { name, text: "flip_ms\n1\n2\n".into() } }
}

/// A question with an answer, or none.
fn capture_question() -> impl Strategy<Value = Option<CaptureQuestion>> {
    prop::option::of((any::<bool>(), ".{0,20}").prop_map(|(is_file, words)| {
        let readings = vec![ColumnReading { choice: ColumnChoice::default(), words }];
        CaptureQuestion { source: capture_source(is_file), readings }
    }))
}

fn request() -> impl Strategy<Value = Request> {
    prop_oneof![
        ".{0,20}".prop_map(Request::Open),
        (export(), ".{0,20}").prop_map(|(what, path)| Request::Save(what, path)),
        Just(Request::Browse),
        film().prop_map(Request::Film),
        Just(Request::CancelFilm),
        question().prop_map(Request::Advise),
        Just(Request::MeasureClaims),
        ".{0,20}".prop_map(Request::Copy),
        Just(Request::Paste),
        any::<bool>().prop_map(|is_file| Request::ReadCapture(capture_source(is_file), ColumnChoice::default())),
        Just(Request::OpenWhole),
        Just(Request::FetchWholeBuild("tickscope = 4".to_owned())),
    ]
}

fn transport() -> impl Strategy<Value = Move> {
    let unit = || prop::sample::select(vec![Unit::Refresh, Unit::Turn, Unit::Event]);
    prop_oneof![
        3 => unit().prop_map(Move::Back),
        3 => unit().prop_map(Move::Forward),
        2 => (-100..4000_i64).prop_map(|ms| Move::Scrub(Time::ZERO + Span::from_millis(ms as f64))),
        1 => Just(Move::ToOldest),
        1 => Just(Move::ToLive),
        1 => Just(Move::RunFromHere),
        1 => (-100..9000_i64).prop_map(|ms| Move::PlayFrom(Time::ZERO + Span::from_millis(ms as f64))),
        2 => (0..9_usize).prop_map(|pane| Move::WallReplay(PaneLetter(pane))),
    ]
}

fn lesson_action() -> impl Strategy<Value = LessonAction> {
    prop_oneof![
        (0..6_usize, 0..12_usize).prop_map(|(lesson, step)| LessonAction::Open(lesson::builtin::LESSONS[lesson].clone(), step)),
        Just(LessonAction::Next),
        Just(LessonAction::Previous),
        Just(LessonAction::Back),
        (0..5_usize).prop_map(LessonAction::Answer),
        (0..5_usize, 0..2000_u32).prop_map(|(answer, count)| LessonAction::Hands(answer, count)),
        Just(LessonAction::Outcome),
    ]
}

fn drive() -> impl Strategy<Value = Vec<ControlChange>> {
    prop::collection::vec((0..3000_i64, control_input()), 0..6).prop_map(|mut strokes| {
        strokes.sort_by_key(|(ms, _)| *ms);
        let stroke = |(ms, pedals)| ControlChange { at_flicks: Span::from_millis(ms as f64).flicks(), pedals };
        strokes.into_iter().map(stroke).collect()
    })
}

fn card() -> impl Strategy<Value = Card> {
    prop_oneof![number_card().prop_map(Card::Number), (0..9_usize).prop_map(|pane| Card::Findings(PaneLetter(pane)))]
}

fn number_card() -> impl Strategy<Value = NumberCard> {
    let metrics: Vec<&'static str> =
        catalogue::ALL.iter().chain(catalogue::PRESSES).chain(catalogue::LIVE).map(|metric| metric.id).collect();
    let place = prop::sample::select(vec![CardPlace::Header, CardPlace::Numbers, CardPlace::Table]);
    let counted = prop::sample::select(vec![Counted::Recent, Counted::Whole]);
    (0..9_usize, prop::sample::select(metrics), counted, place).prop_map(|(pane, metric, counted, place)| NumberCard {
        pane: PaneLetter(pane),
        metric,
        counted,
        place,
    })
}

/// Texts of loops that no pane runs, and names that are refused.
fn own_loops() -> impl Strategy<Value = Vec<OwnLoop>> {
    let own = ("[abc]|a/b", ".{0,30}").prop_map(|(name, source)| OwnLoop::new(&name, &source));
    prop::collection::vec(own, 0..3)
}

fn unopened() -> impl Strategy<Value = UnopenedScenario> {
    // Some have letters of panes that there are not.
    let read = |scenario: Scenario| UnopenedScenario::read(None, "a link", scenario.to_toml()).ok();
    scenario().prop_filter_map("it has the form of a scenario", read)
}

/// Generates whatever a person can do, about as often as it matters here: panes come, go and change places.
fn action() -> impl Strategy<Value = Action> {
    let worlds: Vec<String> = worlds::ALL.iter().map(|kind| kind.id.to_owned()).filter(|id| id != "crowd").collect();
    let panes = prop_oneof![
        Just(Command::AddPane(PaneSettings::new("fixed-interpolated"))),
        (0..7_usize).prop_map(|pane| Command::ClosePane(PaneLetter(pane))),
        (0..7_usize, 0..7_usize).prop_map(|(a, b)| Command::SwapPanes(PaneLetter(a), PaneLetter(b))),
    ];
    let notice = prop::option::of((".{0,30}", any::<bool>(), capture_question()).prop_map(|(text, good, question)| Notice {
        text,
        good,
        question,
    }));
    let asked = prop_oneof![
        prop::sample::select(vec![None, Some(HelpPage::Marks), Some(HelpPage::Keys)])
            .prop_map(|it| Action::Window(WindowAction::Help(it))),
        any::<bool>().prop_map(|it| Action::Window(WindowAction::Gallery(it))),
        any::<bool>().prop_map(|it| Action::Window(WindowAction::Present(it))),
        any::<bool>().prop_map(|it| Action::Window(WindowAction::PresentCode(it))),
        prop::option::of(dialog()).prop_map(|it| Action::Window(WindowAction::Dialog(it))),
        request().prop_map(|it| Action::Window(WindowAction::Ask(it))),
        notice.prop_map(|it| Action::Window(WindowAction::Notify(it))),
        Just(Action::Window(WindowAction::ShareCode)),
        (0..6_usize).prop_map(|pane| Action::Loops(LoopsAction::CompareWithOriginal(PaneLetter(pane)))),
        Just(Action::Window(WindowAction::CopyLink)),
        Just(Action::Window(WindowAction::Take)),
        Just(Action::View(ViewAction::PlayPause)),
        Just(Action::View(ViewAction::Step)),
        Just(Action::Window(WindowAction::Lift)),
        Just(Action::Window(WindowAction::Strike)),
        Just(Action::Window(WindowAction::Lower)),
        hitch_on().prop_map(|it| Action::Window(WindowAction::StallsFallOn(it))),
        Just(Action::Touched),
        any::<bool>().prop_map(Action::Hold),
        prop::option::of(card()).prop_map(|it| Action::Window(WindowAction::Explain(it))),
        theme().prop_map(|it| Action::View(ViewAction::Theme(it))),
        (0.0..10.0_f64).prop_map(|it| Action::View(ViewAction::Speed(it))),
    ];
    let begun = prop_oneof![
        prop::sample::select(worlds).prop_map(|it| Action::Run(RunAction::Scene(it))),
        Just(Action::Run(RunAction::Restart)),
        Just(Action::Run(RunAction::AsWritten)),
        any::<bool>().prop_map(|it| Action::View(ViewAction::HoldOneStage(it))),
        Just(Action::Run(RunAction::Beside(Box::new(PaneSettings::new("semi-fixed"))))),
        Just(Action::Run(RunAction::ThreeComputers)),
        lesson_action().prop_map(Action::Lesson),
        any::<bool>().prop_map(|it| Action::View(ViewAction::HideVerdicts(it))),
        any::<bool>().prop_map(|it| Action::Window(WindowAction::Panel(it))),
        any::<bool>().prop_map(|it| Action::Window(WindowAction::EverythingElse(it))),
        Just(Action::Window(WindowAction::Escape)),
        Just(Action::Run(RunAction::Demonstrate)),
        Just(Action::Run(RunAction::ReplayDrive)),
        drive().prop_map(|it| Action::Run(RunAction::PlayDrive(it))),
        scenario().prop_map(|scenario| Action::Run(RunAction::Open(Box::new(scenario)))),
        any::<i64>().prop_map(|it| Action::Run(RunAction::NextScenario(it))),
        unopened().prop_map(|unopened| Action::Loops(LoopsAction::HoldBack(Box::new(unopened)))),
        Just(Action::Loops(LoopsAction::RunHeldBack)),
        Just(Action::Loops(LoopsAction::DropHeldBack)),
    ];
    prop_oneof![
        4 => panes.prop_map(Action::Lab),
        4 => command().prop_map(Action::Lab),
        4 => transport().prop_map(|it| Action::View(ViewAction::Transport(it))),
        2 => (0..7_usize).prop_map(|it| Action::View(ViewAction::Select(it))),
        2 => prop::option::of(0..7_usize).prop_map(|it| Action::View(ViewAction::Enlarge(it))),
        1 => presentation().prop_map(|it| Action::Run(RunAction::PresentAll(it))),
        1 => own_loops().prop_map(|it| Action::Loops(LoopsAction::Edit(it))),
        1 => scene_option().prop_map(|(name, value)| Action::Run(RunAction::SceneOption(name, value))),
        1 => control_input().prop_map(|it| Action::Run(RunAction::Steer(it))),
        3 => view().prop_map(|it| Action::View(ViewAction::Change(it))),
        6 => asked,
        3 => begun,
        2 => Just(Action::Undo),
        1 => Just(Action::Redo),
    ]
}

/// An event of a window between two of its frames.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a test holds few of them")]
enum Happening {
    Act(Action),
    /// As many frames of the window pass, each after this many milliseconds.
    Frames(u32, f64),
    /// The laboratory moves on, in milliseconds.
    Advance(f64),
    /// The pointer and the keyboard.
    Input(Vec<Event>),
    /// The window tells how far a film is.
    UnderWay(Option<FilmProgress>),
}

fn input() -> impl Strategy<Value = Vec<Event>> {
    let key = prop::sample::select(Key::ALL.to_vec()).prop_map(|key| {
        let press = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
        vec![press(true), press(false)]
    });
    let click = (0.0..1600.0_f32, 0.0..900.0_f32).prop_map(|(x, y)| {
        let pos = pos2(x, y);
        let button = |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        vec![Event::PointerMoved(pos), button(true), button(false)]
    });
    let hover = (0.0..1600.0_f32, 0.0..900.0_f32).prop_map(|(x, y)| vec![Event::PointerMoved(pos2(x, y))]);
    let paste = prop_oneof![
        ".{0,20}".boxed(),
        prop::sample::select(vec!["tunnelling", "judder", "replay"])
            .prop_map(|id| code::write(&builtin::find(id).expect("it is there").scenario().expect("it can be read")))
            .boxed(),
    ];
    prop_oneof![4 => key, 4 => click, 2 => hover, 1 => paste.prop_map(|text| vec![Event::Paste(text)])]
}

fn under_way() -> impl Strategy<Value = Happening> {
    let filming = prop::option::of((0..100_u64, prop::option::of(0.0..100.0_f64)));
    filming.prop_map(|filming| Happening::UnderWay(filming.map(|(done, left_s)| FilmProgress { done, of: 100, left_s })))
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        8 => action().prop_map(Happening::Act),
        4 => (1..4_u32, 0.0..60.0_f64).prop_map(|(frames, ms)| Happening::Frames(frames, ms)),
        3 => (0.0..250.0_f64).prop_map(Happening::Advance),
        4 => input().prop_map(Happening::Input),
        1 => under_way(),
    ]
}

/// How the next frame is shown.
#[derive(Clone, Debug)]
struct Shown {
    size: Vec2,
    /// As a film without panels shows it, under this caption.
    film: Option<String>,
}

fn shown() -> impl Strategy<Value = Shown> {
    let sizes = vec![vec2(1600.0, 900.0), vec2(1280.0, 720.0), vec2(640.0, 480.0), vec2(480.0, 320.0), vec2(60.0, 40.0)];
    let film = prop_oneof![3 => Just(None), 1 => ".{0,30}".prop_map(Some)];
    (prop::sample::select(sizes), film).prop_map(|(size, film)| Shown { size, film })
}

/// A window without a GPU.
struct Window {
    ctx: egui::Context,
    canvas: Canvas,
    session: Session,
    /// The window's clock, in seconds.
    real: f64,
}

impl Window {
    fn new(session: Session) -> Window {
        Window { ctx: egui::Context::default(), canvas: Canvas::default(), session, real: 0.0 }
    }

    fn happens(&mut self, happening: Happening, shown: &Shown) {
        let (before, runs) = (Panes::of(&self.session), self.session.runs);
        let mut events = Vec::new();
        let chooses = match happening {
            Happening::Act(action) => {
                // A closed pane that comes back is selected.
                let chooses = matches!(
                    action,
                    Action::View(ViewAction::Select(_) | ViewAction::Enlarge(_) | ViewAction::Transport(Move::WallReplay(_)))
                        | Action::Undo
                        | Action::Redo
                );
                self.session.act(action);
                chooses
            }
            Happening::Frames(frames, ms) => {
                for _ in 0..frames {
                    self.real += ms / 1000.0;
                    self.session.frame(self.real);
                }
                false
            }
            Happening::Advance(ms) => {
                self.session.advance_to(self.session.run.lab.now() + Span::from_millis(ms));
                false
            }
            Happening::Input(given) => {
                events = given;
                false
            }
            Happening::UnderWay(film) => {
                self.session.window.results.film = film;
                false
            }
        };
        let after = Panes::of(&self.session);
        if !chooses && self.session.runs == runs {
            after.follow(&before);
        }
        self.show(events, shown);
        Panes::of(&self.session);
        let _ = std::mem::take(&mut self.session.window.requests);
    }

    /// One frame: laid out, acted on, drawn; as the window does it.
    fn show(&mut self, events: Vec<Event>, how: &Shown) {
        let look = Look { theme: self.session.run.theme };
        look.apply(&self.ctx);
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, how.size));
        let input = RawInput { screen_rect, time: Some(self.real), events, ..RawInput::default() };
        let mut shown = UiOutput::default();
        let session = &self.session;
        let mut output = self.ctx.run_ui(input, |ui| {
            shown = match &how.film {
                Some(caption) => ui::layout::show_film(ui, session, caption),
                None => ui::layout::show_window(ui, session),
            };
        });
        output.textures_delta.clear(); // There is no GPU to take them.
        shown.actions.into_iter().for_each(|action| self.session.act(action));
        let (now, view) = (self.session.run.now(), self.session.run.view);
        for (index, canvas) in shown.canvases {
            // An action of this frame may have closed the pane since it was laid out.
            if index < self.session.run.lab.panes().len() {
                let size = glam::vec2(canvas.width(), canvas.height()).max(glam::Vec2::ONE);
                let sets_the_scene = index == 0;
                let stage = self.session.shows_one_stage().then_some(StagePart { sets_the_scene });
                let frame = CanvasView { now, view, stage, size, pixels_per_point: 1.0 };
                let seen = self.session.run.seen(index);
                let replay = self.session.run.transport.wall_replay().filter(|replay| replay.pane == seen.pane.letter());
                self.canvas.draw(seen, look, frame, replay.map(|replay| &replay.crossing));
            }
        }
    }
}

/// The panes by their identities, with the selected and the enlarged one.
#[derive(Debug)]
struct Panes {
    order: Vec<PaneLetter>,
    selected: PaneLetter,
    enlarged: Option<PaneLetter>,
}

impl Panes {
    /// Returns the letters of the panes. Indexing is what holds the selection to panes that are there.
    fn of(session: &Session) -> Panes {
        let order: Vec<PaneLetter> = session.run.lab.panes().iter().map(tickscope_core::lab::panes::lab::Pane::letter).collect();
        assert_eq!(order.len(), session.run.lab.settings().panes.len());
        Panes {
            selected: order[session.run.selection.selected()],
            enlarged: session.run.selection.enlarged().map(|place| order[place]),
            order,
        }
    }

    /// Nothing was chosen since `before`: the same panes are selected and enlarged, unless they are gone.
    fn follow(&self, before: &Panes) {
        let follows = |now: PaneLetter, then: PaneLetter| now == then || !self.order.contains(&then);
        assert!(follows(self.selected, before.selected), "{before:?} became {self:?}");
        assert_eq!(self.enlarged.is_some(), before.enlarged.is_some(), "{before:?} became {self:?}");
        let enlarged = self.enlarged.zip(before.enlarged);
        assert!(enlarged.is_none_or(|(now, then)| follows(now, then)), "{before:?} became {self:?}");
    }
}

/// Returns every pane's state, bit for bit.
fn states(session: &Session) -> Vec<(u64, Time)> {
    let state = |pane: &tickscope_core::lab::panes::lab::Pane| (pane.computer().world().state_hash(), pane.computer().clock());
    session.run.lab.panes().iter().map(state).collect()
}

/// Asserts that the recorded run makes the same again, also after it was written and read.
fn repeats(session: &mut Session) {
    // A command at the very end, or at the beginning, takes effect once time goes on.
    session.advance_to(session.run.lab.now() + Span::from_millis(20.0));
    let recorded = session.run.recorded();
    let read = Scenario::parse("recorded", &recorded.to_toml()).expect("what was written can be read");
    assert_eq!(read, recorded);
    let mut again = Session::open(read).expect("what was done was allowed");
    again.advance_to(session.run.lab.now());
    assert_eq!(states(&again), states(session));
    assert_eq!(again.run.lab.settings(), session.run.lab.settings());
    let set = session.run.scenario();
    assert_eq!(Scenario::parse("as it is set", &set.to_toml()), Ok(set));
}

/// Generates a session with commands to come, in a window that has been opened.
fn beginning() -> impl Strategy<Value = Scenario> {
    let usual = Just(Scenario::from(Settings::default()));
    let set = any_settings().prop_map(|settings| Scenario { script: Script::from(settings), ..Settings::default().into() });
    prop_oneof![1 => usual, 1 => set, 4 => scenario()]
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn whatever_comes_and_goes_nothing_panics_and_what_was_done_repeats(
        scenario in beginning(),
        happenings in prop::collection::vec((happening(), shown()), 1..30),
    ) {
        let mut window = Window::new(Session::open(scenario).expect("its script is allowed"));
        for (happening, shown) in happenings {
            window.happens(happening, &shown);
        }
        repeats(&mut window.session);
    }
}

/// Returns two panes of which a script closes the second one, which is selected, after a tenth of a second.
fn closes_b(enlarged: bool) -> Scenario {
    let text = r#"
        tickscope = 4
        panes = [{ strategy = "frame-based" }, { strategy = "variable-delta" }]
        at = [{ s = 0.1, close = "B" }]
        [watching]
        selected = "B"
    "#;
    let enlarged = if enlarged { "enlarged = \"B\"" } else { "" };
    Scenario::parse("text", &format!("{text}\n{enlarged}")).expect("it can be read")
}

#[test]
fn a_script_that_closes_the_selected_pane_leaves_its_neighbour_selected_in_the_window_and_in_a_film() {
    for enlarged in [false, true] {
        for film in [None, Some(String::new())] {
            let mut window = Window::new(Session::open(closes_b(enlarged)).expect("it is allowed"));
            let shown = Shown { size: vec2(1280.0, 720.0), film };
            assert_eq!(
                (window.session.run.selection.selected(), window.session.run.selection.enlarged()),
                (1, enlarged.then_some(1))
            );
            window.happens(Happening::Advance(300.0), &shown);
            assert_eq!(
                (window.session.run.selection.selected(), window.session.run.selection.enlarged()),
                (0, enlarged.then_some(0))
            );
            assert_eq!(window.session.run.scenario().script, closes_b(enlarged).script, "what was not changed is still itself");
        }
    }
}

#[test]
fn what_was_done_with_an_added_pane_selected_opens_again() {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    session.act(Action::Lab(Command::AddPane(PaneSettings::new("semi-fixed"))));
    session.act(Action::View(ViewAction::Enlarge(Some(4))));
    assert_eq!(session.run.selection.enlarged(), Some(4));
    repeats(&mut session);
}
