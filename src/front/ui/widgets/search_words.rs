//! The words that people type into a search, and the words of this program that mean the same.

/// A search, split into terms. A term is a phrase of [`SYNONYMS`], or else a word.
#[derive(Debug)]
pub struct SearchWords {
    terms: Vec<Term>,
}

#[derive(Debug)]
struct Term {
    typed: String,
    /// The parts of this program's texts that mean the same as the term.
    means: Vec<&'static str>,
}

/// The quality of a find: the smaller, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// The title contains all words as they were typed.
    Title,
    TitleByMeaning,
    /// The texts contain all words as they were typed.
    Text,
    TextByMeaning,
}

impl Rank {
    pub fn is_title(self) -> bool {
        self <= Rank::TitleByMeaning
    }
}

const MOST_WORDS: usize = 5;

impl SearchWords {
    pub fn of(search: &str) -> SearchWords {
        let search = search.to_lowercase();
        let words: Vec<&str> = search.split_whitespace().collect();
        let (mut terms, mut at) = (Vec::new(), 0);
        while at < words.len() {
            let most = MOST_WORDS.min(words.len() - at);
            let phrases = (1..=most).rev().map(|count| (count, words[at..at + count].join(" ")));
            let known = phrases.map(|(count, typed)| {
                let means = meanings(&typed, at + count == words.len());
                (count, Term { typed, means })
            });
            let (count, term) = known
                .into_iter()
                .find(|(_, term)| !term.means.is_empty())
                .unwrap_or_else(|| (1, Term { typed: words[at].to_owned(), means: Vec::new() }));
            terms.push(term);
            at += count;
        }
        SearchWords { terms }
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns how well a thing with this title and these texts fits; `None` if a word is missing. `texts` are in lower case and
    /// contain the title.
    pub fn rank(&self, title: &str, texts: &str) -> Option<Rank> {
        let title = title.to_lowercase();
        let typed = |text: &str| self.terms.iter().all(|term| text.contains(&term.typed));
        let meant = |text: &str| self.terms.iter().all(|term| term.is_in(text));
        [
            (Rank::Title, typed(&title)),
            (Rank::TitleByMeaning, meant(&title)),
            (Rank::Text, typed(texts)),
            (Rank::TextByMeaning, meant(texts)),
        ]
        .into_iter()
        .find_map(|(rank, fits)| fits.then_some(rank))
    }
}

impl Term {
    fn is_in(&self, text: &str) -> bool {
        text.contains(&self.typed) || self.means.iter().any(|means| text.contains(means))
    }
}
/// The beginning of a phrase counts while it is being typed, if it has at least this many letters.
const LEAST_LETTERS: usize = 4;

const OWN_LOOP: &str = "own loop|own loops|my loop|my own loop|my game|write a loop|write|paste|paste a loop|edit|edit a loop|editor|\
                        new loop|custom loop|custom|code|coding|script|scripting|program";

/// The words that people type, and parts of the titles and texts that they mean, in lower case.
pub const SYNONYMS: &[(&str, &str)] = &[
    (
        "jitter|jittery|stutter|stuttering|stutters|microstutter|micro-stutter|micro stutter|choppy|jerky|jank|janky|frame pacing|pulldown|frametime|frame time|frame times|60 fps|60fps|60 hz|60hz|1% low|ghosting|\
         not smooth|smoothness",
        "judder|stutter|uneven|smooth",
    ),
    (
        "lag|laggy|latency|input lag|input latency|input delay|unresponsive|responsive|responsiveness|sluggish|response time|\
         mouse lag",
        "answer late|the queue|one step late|input",
    ),
    (
        "hiccup|hiccups|freeze|freezes|freezing|hang|hangs|hitch|hitches|lag spike|spike|spikes|loading|garbage collection|gc|\
         teleport|teleports|warp|breakpoint|debugger|alt-tab|alt tab",
        "stall|everything stops",
    ),
    ("half rate|stuck at 30|stays at 30|locked to 30|drops to 30|60 to 30|half the frame rate|halved", "stay at 30 fps"),
    ("frame drop|frame drops|dropped frames|dropped frame|missed frame|missed frames", "misses its refresh"),
    (
        "fixed timestep|timestep|time step|fixed time step|tick rate|tickrate|fixed step|fixed update|fixedupdate|unity fixedupdate|unity fixed update|fix your timestep|fix your time step|fiedler|\
         glenn fiedler|gaffer|gaffer on games|gafferongames|accumulator|nystrom|game programming patterns",
        "25 steps a second|stack of boxes|fix your timestep|fixed-interpolated|clamped-accumulator|fixed steps",
    ),
    (
        "variable timestep|variable time step|delta time|deltatime|dt|elapsed time",
        "what a clamp saves|uneven steps|variable-delta|frame's time",
    ),
    (
        "interpolation|interpolate|interpolated|lerp|blending|smoothing|alpha",
        "interpolat|between its last two|drawn in three ways",
    ),
    ("extrapolation|extrapolate|prediction|dead reckoning", "predict"),
    (
        "tunneling|tunnel|bullet through paper|ccd|continuous collision|collision|collision detection|clipping|pass through|\
         passes through|through the wall|through walls|fall through|falls through",
        "tunnelling|through walls|wall",
    ),
    (
        "networking|network|netcode|multiplayer|multi-player|lockstep|online|server|rollback|rubberbanding|rubber banding|client prediction|server tick|p2p|peer-to-peer",
        "peers|network",
    ),
    (
        "deterministic|determinism|non-deterministic|desync|out of sync|replays|reproducible|different results",
        "same drive again|ends elsewhere|end differently",
    ),
    ("vsync|v-sync|vertical sync|vblank|screen tearing|torn|scanline|mailbox|fifo|present mode", "tearing|v-sync|vsync|refresh"),
    ("g-sync|gsync|freesync|free sync|adaptive sync|adaptive-sync|vrr|variable refresh rate", "variable refresh"),
    (
        "triple buffering|double buffering|buffering|swapchain|swap chain|pre-rendered frames|render ahead|frames in flight|reflex|\
         anti-lag",
        "the queue|tearing",
    ),
    ("144hz|144 hz|120hz|120 hz|240hz|240 hz|refresh rate|high refresh|monitor", "variable refresh|three computers"),
    (
        "slow pc|slow computer|low fps|low frame rate|30 fps|30fps|game speed|speed|low-end|fps drop|fps drops|slowdown|slow-mo|slowmo|\
         slows down|slow",
        "slow motion",
    ),
    (
        "too fast|runs too fast|fps|frames per second|fast computer|fast pc|frame rate|framerate|frame rate independent|framerate independent|\
         frame-rate independence",
        "three computers|four times too fast",
    ),
    ("death spiral|spiral|can't keep up", "spiral of death|spirals"),
    ("bottleneck|gpu bound|gpu-bound|cpu bound|cpu-bound|graphics card", "gpu-bound"),
    (
        "timer resolution|clock resolution|gettickcount|queryperformancecounter|qpc|timegettime|getticks|sdl_getticks|\
         system clock",
        "an old timer|timer",
    ),
    ("overflow|wraparound|wrap around|49 days|49.7 days|rollover|32-bit", "starts over"),
    ("float|floats|floating point|floating-point|rounding error|drift|precision", "rounding|sums that|precision"),
    (
        "blow up|blows up|unstable|instability|stability|euler|runge-kutta|rk4|verlet|integrator|integration|spring|physics explode|physics explodes|explodes|explosion",
        "springs|explode",
    ),
    (
        "physics|physics engine|rigid body|rigid bodies|box2d|physx|havok|rapier|jenga|tower|ragdoll|domino",
        "stack of boxes|physics engine",
    ),
    ("butterfly effect|butterfly|chaos theory|sensitive", "chaos|small differences"),
    ("bullet time|time scale|timescale|time dilation|cooldown|tween", "own time|time of one's own|time of their own"),
    (
        "sleep|busy wait|busy-wait|frame limiter|limiter|frame cap|fps cap|fps limit|max frame rate|maximum frame rate|max fps|maxfps|throttle|battery|mobile|power saving",
        "four timers|sleeps|capped",
    ),
    ("frame skip|frameskip|frame skipping|catch up|catch-up|catching up|fast forward", "a stall|frame-skip|fast-forward"),
    ("max delta|maximum delta|clamping|clamp|capping|cap", "clamp"),
    ("boids|flock|flocking|particles|many objects|entities|ecs", "crowd"),
    ("racing|car game|steering|controls|arrow keys|gamepad", "steer|drive"),
    ("platformer|jumping|mario|gravity|jump height", "jump"),
    ("depends on fps|depends on frame rate|depends on framerate|frame rate dependent", "jump"),
    ("which loop should i use|which loop|best loop|best game loop|what loop", "four loops"),
    ("gameloop|main loop|mainloop|update loop", "game loop|update loop"),
    ("unity|unreal|godot|monogame|xna", "25 steps a second|what a clamp saves|four engines|clamped-accumulator"),
    ("engine|engines|game engine|engine defaults", "what do engines do|engines|as an engine comes|physics engine"),
    ("bullet|bullets|gun|shooter", "bullets"),
    (
        "requestanimationframe|raf|javascript|js|browser|web|html5|canvas|typescript|phaser|cadisplaylink|choreographer",
        "browser|callback|in javascript",
    ),
    (OWN_LOOP, "a loop of your own"),
];

/// Returns the words in this program's texts that mean the same as `phrase`; empty if no row of [`SYNONYMS`] has the phrase. If
/// `is_last`, the beginning of a row's phrase is enough, because the person may still be typing.
fn meanings(phrase: &str, is_last: bool) -> Vec<&'static str> {
    let rows = |fits: &dyn Fn(&str) -> bool| -> Vec<&'static str> {
        let found = SYNONYMS.iter().filter(|(typed, _)| typed.split('|').any(fits));
        found.flat_map(|(_, means)| means.split('|')).collect()
    };
    let exact = rows(&|typed| typed == phrase);
    if exact.is_empty() && is_last && phrase.len() >= LEAST_LETTERS { rows(&|typed| typed.starts_with(phrase)) } else { exact }
}

#[cfg(test)]
mod tests {
    use crate::front::ui::widgets::search_words::*;
    use crate::studio::claims;
    use tickscope_core::model::strategies;

    #[test]
    fn no_phrase_is_longer_than_a_search_looks_for() {
        let phrases = SYNONYMS.iter().flat_map(|(typed, _)| typed.split('|'));
        assert_eq!(phrases.map(|phrase| phrase.split(' ').count()).max(), Some(MOST_WORDS));
    }

    #[test]
    fn loops_and_claims_are_found_by_the_same_words() {
        let any_loop = |search: &str| {
            let words = SearchWords::of(search);
            strategies::ALL.iter().any(|strategy| {
                words.rank(&strategy.name, &[&*strategy.id, &strategy.about, &strategy.source].join(" ").to_lowercase()).is_some()
            })
        };
        let any_claim = |search: &str| {
            let words = SearchWords::of(search);
            claims::article::all()
                .any(|(_, claim)| words.rank(&claim.claim, &format!("{} {}", claim.claim, claim.why).to_lowercase()).is_some())
        };
        for search in ["jitter", "fixed timestep", "fiedler", "dt", "vsync", "lerp", "clamp", "extrapolation", "spiral"] {
            assert!(any_loop(search), "{search}");
        }
        for search in ["stutter", "tunneling", "fixed timestep", "lag", "hiccup", "vsync", "multiplayer", "interpolation"] {
            assert!(any_claim(search), "{search}");
        }
    }
}
