//! Eight lanes of bullets and a wall two units thin.
//!
//! A bullet of radius r is caught only if one of its steps ends within w/2 + r of the middle of a wall of thickness w. With a
//! random phase that fails with probability max(0, 1 − (w + 2r)/(v·dt)), which the counts beside the lanes approach. The start of
//! every pass is delayed by a seeded amount, the same in every pane, uniform over one second and so uniform over any whole number
//! of steps a second.
//!
//! A person can move the wall and make it thicker while the world runs, with `wall_x` and `wall_thickness`
//! ([`crate::model::world::walls::Walls`]): w is its thickness when a bullet meets it. A pass in which the wall changes counts in
//! neither tally; a bullet that is already stopped stays in its place.
//!
//! The option `collision` chooses another test ([`crate::model::world::contact`]): `swept` and `exact` both test the line of
//! flight, so that no bullet passes any more, however long the step; `substeps` only raises the speed from which bullets pass;
//! `picture` tests rendered frames, so that the frame rate decides which bullets pass.

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::appearance::{Appearance, Frame, WorldMark, WorldMarkKind};
use crate::model::world::body::{Body, Tally};
use crate::model::world::bullets::BulletLane;
use crate::model::world::contact::{COLLISION, Collision, CollisionMode, SUBSTEPS};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::motion::{FrameMoments, GameState, Motion, Simulation};
use crate::model::world::passes;
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use crate::model::world::walls::{StandingWall, Wall, WallOptions, Walls};
use glam::DVec2;

const BULLET: f64 = 4.0;
/// The first x of the wall.
const HOME: f64 = 640.0;
/// The live option for the position of the wall's middle.
const WALL_X: Param =
    Param::plain("wall_x", HOME, (560.0, 680.0), "Where the middle of the wall is, in units from where the bullets begin.")
        .live();
const WALL_THICKNESS: Param = Param::plain(
    "wall_thickness",
    2.0,
    (0.5, 100.0),
    "How thick the wall is, in units: a step that is longer than this and a bullet can pass it by.",
)
.live();

pub const KIND: WorldKind = WorldKind {
    name: "Thin wall",
    about: "Bullets of eight speeds fly at a wall two units thin: the longer the step, the more of them pass through it.",
    options: &[COLLISION, SUBSTEPS, WALL_X, WALL_THICKNESS],
    closed_form: ClosedForm::Has(
        "each bullet flies straight at a speed of its own, and where the wall stands is known: so is when they meet",
    ),
    body_width: 2.0 * BULLET,
    picture: GalleryPicture { strategy: "variable-delta", render_ms: 60.0, at_s: 6.0 },
    depends_on_seed: |_| true,
    ..WorldKind::of("thin-wall", make)
};

/// In world units per second.
const SPEEDS: [f64; 8] = [200.0, 400.0, 600.0, 800.0, 1200.0, 1600.0, 2000.0, 2400.0];
const OPTIONS: WallOptions = WallOptions { x: &WALL_X, thickness: &WALL_THICKNESS };
const LANE_LENGTH: f64 = 800.0;
const LANE_HEIGHT: f64 = 48.0;
/// The visible length of the lanes before the first position of the wall.
const BEFORE_THE_WALL: f64 = 100.0;
/// The visible length of the lanes behind the first position of the wall.
const BEHIND_THE_WALL: f64 = 60.0;
/// The distance from the wall at which a predicted bullet stops, in world units. It is no contact yet, but counts as one in
/// rendered frames.
const GRAZING: f64 = 1e-9;
const LONGEST_DELAY: Span = Span::from_flicks(FLICKS_PER_SECOND);

struct ThinWall {
    lanes: [BulletLane; SPEEDS.len()],
    collision: Collision,
    walls: Walls,
}

#[derive(Clone)]
struct BulletsState {
    bodies: [Body; SPEEDS.len()],
    tallies: [Tally; SPEEDS.len()],
}

impl GameState for BulletsState {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn tallies(&self) -> &[Tally] {
        &self.tallies
    }
}

fn make(options: &Values, seed: u64) -> Simulation {
    let lane = |index: usize| {
        let (speed, y) = (SPEEDS[index], (SPEEDS.len() - 1 - index) as f64 * LANE_HEIGHT);
        let period = LONGEST_DELAY + Span::from_secs(LANE_LENGTH / speed);
        BulletLane::new(seed, index as u32, (speed, y, BULLET), (period, LONGEST_DELAY))
    };
    let (collision, walls) = (Collision::of(options), Walls::new(OPTIONS, options));
    Simulation::of(ThinWall { lanes: std::array::from_fn(lane), collision, walls })
}

fn drawn(wall: Wall) -> WorldRect {
    let half = wall.thickness / 2.0;
    let top = SPEEDS.len() as f64 * LANE_HEIGHT - LANE_HEIGHT / 2.0;
    WorldRect::new(wall.x - half, -LANE_HEIGHT / 2.0, wall.x + half, top)
}

/// The bar of a lane that shows the share of its bullets that tunnelled.
struct ShareBar {
    from: DVec2,
    to: DVec2,
    tally: Tally,
}

impl ThinWall {
    /// Returns the bar of a lane; `None` before a bullet of the lane has met the wall.
    fn share_bar(&self, index: usize, frame: &Frame, visible: WorldRect) -> Option<ShareBar> {
        let tally = frame.tallies.get(index).copied().filter(|tally| tally.passes() > 0)?;
        let wall = self.walls.at(frame.drawn);
        let left = (HOME + BEHIND_THE_WALL * 0.7).max(wall.x + wall.thickness / 2.0 + 4.0);
        let y = self.lanes[index].y - LANE_HEIGHT * 0.36;
        Some(ShareBar { from: DVec2::new(left, y), to: DVec2::new((visible.max.x - 2.0).max(left), y), tally })
    }
}

impl Motion for ThinWall {
    type State = BulletsState;

    fn start(&self) -> BulletsState {
        BulletsState { bodies: self.lanes.each_ref().map(|lane| lane.waiting(0)), tallies: Default::default() }
    }

    fn step(&mut self, from: &BulletsState, to: &mut BulletsState, step: &WorldStep) {
        to.clone_from(from);
        for (end, dt) in self.collision.parts(step.at, step.dt) {
            for ((lane, body), tally) in self.lanes.iter().zip(&mut to.bodies).zip(&mut to.tallies) {
                *body = lane.part((self.collision.mode, &self.walls), body, (end, dt), tally);
            }
        }
    }

    fn judges_frames(&self) -> bool {
        self.collision.mode == CollisionMode::Rendered
    }

    fn judge_frame(
        &mut self,
        before: &mut BulletsState,
        now: &mut BulletsState,
        frame: &[Body],
        FrameMoments { drawn, .. }: FrameMoments,
    ) {
        let wall = self.walls.at(drawn);
        let bullets = self.lanes.iter().zip(&mut before.bodies).zip(&mut now.bodies).zip(&mut now.tallies);
        for ((((lane, before), now), tally), seen) in bullets.zip(frame) {
            let from_wall = seen.pos.x - wall.x;
            let found = (from_wall.abs() < lane.reach(wall) + GRAZING, from_wall > 0.0);
            let void = lane.is_void(&self.walls, now.pass);
            passes::judge_frame(before, now, seen, found, void, tally);
        }
    }

    fn exact(&self, at: Time, _: &Controls, state: &mut BulletsState) {
        state.bodies = self.lanes.each_ref().map(|lane| lane.exact(&self.walls, at));
    }

    fn count_jumped(&self, from: &BulletsState, to: &mut BulletsState) {
        for (((lane, from), body), tally) in self.lanes.iter().zip(&from.bodies).zip(&to.bodies).zip(&mut to.tallies) {
            passes::count_placed(from, body, lane.is_void(&self.walls, from.pass), tally);
        }
    }
}

impl Appearance for ThinWall {
    fn predict_to_contact(&self, index: usize, body: &Body, ahead: f64) -> Body {
        self.lanes.get(index).map_or(*body, |lane| lane.predict_to_contact(self.walls.now(), body, ahead))
    }

    fn options_set(&mut self, at: Time, options: &Values) {
        self.walls.set(at, options);
    }

    fn thinnest_wall(&self) -> Option<f64> {
        Some(2.0 * self.lanes[0].reach(self.walls.now()))
    }

    fn standing_wall(&self, at: Time) -> Option<StandingWall> {
        let wall = self.walls.at(at);
        Some(StandingWall { options: OPTIONS, wall, area: drawn(wall) })
    }

    fn extent(&self) -> WorldRect {
        let lanes = (SPEEDS.len() - 1) as f64 * LANE_HEIGHT;
        WorldRect::new(HOME - BEFORE_THE_WALL, -LANE_HEIGHT * 0.6, HOME + BEHIND_THE_WALL, lanes + LANE_HEIGHT * 0.6)
    }

    /// Returns by how much the lanes may be drawn closer together before their bullets touch.
    fn squeeze(&self) -> f64 {
        2.0 * BULLET / LANE_HEIGHT * 0.72
    }

    fn backdrop(&self, frame: &Frame, visible: WorldRect, sketch: &mut Sketch) {
        let wall = self.walls.at(frame.drawn);
        for (index, lane) in self.lanes.iter().enumerate() {
            sketch.line(DVec2::new(0.0, lane.y), DVec2::new(LANE_LENGTH, lane.y), 1.0, Ink::Faint(index));
            // A bar behind the wall shows the share that got through so far.
            if let Some(ShareBar { from, to, tally }) = self.share_bar(index, frame, visible) {
                let share = tally.tunnelled as f64 / tally.passes() as f64;
                sketch.line(from, to, 3.0, Ink::Rule);
                if share > 0.0 {
                    sketch.line(from, from.lerp(to, share), 3.0, Ink::Alarm);
                }
            }
        }
        let WorldRect { min, max } = drawn(wall);
        sketch.filled_box((min + max) / 2.0, (max - min) / 2.0, 0.0, 0.0, Ink::Wall);
    }

    fn marks(&self, frame: &Frame, visible: WorldRect) -> Vec<WorldMark> {
        let mark = |ShareBar { from, to, tally }: ShareBar| WorldMark {
            kind: WorldMarkKind::Tally,
            area: WorldRect { min: from - DVec2::new(0.0, 2.0), max: to + DVec2::new(0.0, 2.0) },
            says: format!("{} of {} bodies of this lane have gone through.", tally.tunnelled, tally.passes()),
        };
        (0..self.lanes.len()).filter_map(|index| self.share_bar(index, frame, visible)).map(mark).collect()
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        sketch.disc(body.pos, BULLET, style.ink(index, body.state));
    }
}
