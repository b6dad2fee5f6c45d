//! The words that people type into a search, and the words of this program that mean the same.

/// A search, split into terms. A term is a phrase of [`SYNONYMS`], or else a word.
#[derive(Debug)]
pub struct SearchWords {
    terms: Vec<Term>,
    /// All words as they were typed, in lower case.
    typed: String,
}

#[derive(Debug)]
struct Term {
    typed: String,
    /// The parts of this program's texts that mean the same as the term.
    means: Vec<&'static str>,
}

/// The texts in which a search looks, in lower case.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searched<'a> {
    pub title: &'a str,
    /// The question that the thing answers; empty if it answers none.
    pub question: &'a str,
    pub texts: &'a str,
}

const MOST_WORDS: usize = 5;

/// Signs that belong to a word, as in "v-sync", "can't" and "49.7".
const WITHIN_WORDS: &str = "-'.%_";

/// Words of questions that say nothing about what is asked.
const STOP_WORDS: &str = "a about across after again all although always an and any are around as at back be because before between \
                          but by can character correctly despite different do does doesn't doing don't enemies enemy even every everything \
                          feel feels few fix for forth friend friend's friends from game games get gets getting go goes happen happens has have help high \
                          how i if in into is isn't isnt it its just keep keeps large look looks make makes me my no not object \
                          objects of off on only or our over pc pcs player please problem issue run running runs same second seconds seem seems so some \
                          sometimes still that the their them then there they thing things this to too two up use using very was \
                          we what when where which while why will with without work works wrong you your";

/// The ranks of a word that is found in a title, in a question and in other texts. A word that is found by its meaning counts half.
const RANKS: [f64; 3] = [4.0, 2.0, 1.0];

/// The rank that a title of several words has more if it was typed whole.
const WHOLE_TITLE: f64 = 0.01;

/// A find that ranks lower than this share of the best is left out.
const LEAST_SHARE: f64 = 0.25;

/// The number of letters that two words share at their beginning if they are of one stem.
const STEM: usize = 4;

impl SearchWords {
    pub fn of(search: &str) -> SearchWords {
        let search = search.to_lowercase().replace('’', "'");
        let words = search.split(|c: char| !c.is_alphanumeric() && !WITHIN_WORDS.contains(c));
        let trimmed = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%'));
        let words: Vec<String> = trimmed.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let (mut terms, mut at) = (Vec::new(), 0);
        while at < words.len() {
            let (count, term) = Term::first_of(&words[at..]);
            terms.push(term);
            at += count;
        }
        if terms.iter().any(|term| !term.is_stop_word()) {
            terms.retain(|term| !term.is_stop_word());
        }
        SearchWords { terms, typed: words.join(" ") }
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns how well a thing with these texts fits, from 0 (it has none of the words) to 4 (its title has all of them), a little
    /// more if a title of several words was typed whole.
    pub fn rank(&self, searched: Searched) -> f64 {
        let all: f64 = self.terms.iter().map(|term| term.rank(searched)).sum();
        let is_title = self.typed.contains(' ') && searched.title == self.typed;
        all / self.terms.len().max(1) as f64 + if is_title { WHOLE_TITLE } else { 0.0 }
    }

    /// Returns whether a text in lower case has all words, or words that mean the same.
    pub fn are_all_in(&self, text: &str) -> bool {
        self.terms.iter().all(|term| term.share_in(text) > 0.0)
    }

    /// Returns the things that fit best, the best first; all, in their order, if the search is empty.
    pub fn best<T>(&self, things: impl IntoIterator<Item = T>, texts: impl Fn(&T) -> f64) -> Vec<T> {
        let mut ranked: Vec<(f64, T)> = things.into_iter().map(|thing| (texts(&thing), thing)).collect();
        if !self.is_empty() {
            let best = ranked.iter().map(|(rank, _)| *rank).fold(0.0, f64::max);
            ranked.retain(|(rank, _)| *rank > 0.0 && *rank >= best * LEAST_SHARE);
            ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        }
        ranked.into_iter().map(|(_, thing)| thing).collect()
    }

    /// Returns the number of words of a text in lower case that have a stem with a word of the search in common.
    pub fn count_stems(&self, text: &str) -> usize {
        let typed: Vec<Vec<char>> = self.terms.iter().flat_map(|term| term.typed.split(' ')).filter_map(stem).collect();
        text.split(|c: char| !c.is_alphanumeric()).filter_map(stem).filter(|stem| typed.contains(stem)).count()
    }
}

fn stem(word: &str) -> Option<Vec<char>> {
    let letters: Vec<char> = word.chars().take(STEM).collect();
    (letters.len() == STEM).then_some(letters)
}

impl Term {
    /// Returns the longest phrase of [`SYNONYMS`] that the words begin with, or else their first word, and its number of words.
    fn first_of(words: &[String]) -> (usize, Term) {
        let phrase = |count: usize| {
            let typed = words[..count].join(" ");
            let means = meanings(&typed, count == words.len());
            (!means.is_empty()).then_some((count, Term { typed, means }))
        };
        let known = (1..=MOST_WORDS.min(words.len())).rev().find_map(phrase);
        known.unwrap_or_else(|| {
            let typed = words[0].clone();
            let means = if is_stop_word(&typed) { Vec::new() } else { corrected(&typed) };
            (1, Term { typed, means })
        })
    }

    fn is_stop_word(&self) -> bool {
        is_stop_word(&self.typed)
    }

    fn rank(&self, searched: Searched) -> f64 {
        let texts = [searched.title, searched.question, searched.texts];
        RANKS.iter().zip(texts).map(|(rank, text)| rank * self.share_in(text)).fold(0.0, f64::max)
    }

    /// Returns 1 if a text has a word that begins as the term was typed, a half if it has one that means the same, else 0.
    fn share_in(&self, text: &str) -> f64 {
        let begins = |part: &str| {
            text.match_indices(part).any(|(at, _)| !text[..at].chars().next_back().is_some_and(char::is_alphanumeric))
        };
        if begins(root(&self.typed)) {
            1.0
        } else if self.means.iter().any(|means| begins(means)) {
            0.5
        } else {
            0.0
        }
    }
}

const ENDINGS: [&str; 6] = ["ing", "ed", "er", "es", "s", "y"];

/// Returns the beginning of a word that its forms share, as "jump" of "jumps" and "jumping".
fn root(word: &str) -> &str {
    const LEAST: usize = 4;
    let rest = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending)).filter(|rest| rest.chars().count() >= LEAST);
    let Some(rest) = rest else { return word };
    let mut last = rest.chars().rev();
    let is_doubled = last.next().is_some_and(|end| last.next() == Some(end) && !"aeiouls".contains(end));
    if is_doubled { &rest[..rest.len() - 1] } else { rest }
}

fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.split(' ').any(|stop| stop == word)
}

/// The least number of letters of a word that is corrected, and the number of letters from which two may be wrong.
const CORRECTED: (usize, usize) = (5, 7);

/// Returns the meanings of the word of [`SYNONYMS`] of which `word` is another form or a misspelling; empty if it is near to none.
fn corrected(word: &str) -> Vec<&'static str> {
    let letters = word.chars().count();
    let wrong = if letters < CORRECTED.0 { 0 } else { 1 + usize::from(letters >= CORRECTED.1) };
    let known = SYNONYMS.iter().flat_map(|(typed, means)| typed.split('|').map(move |typed| (typed, means)));
    let apart = |typed: &str| if root(typed) == root(word) { 0 } else { distance(word, typed) };
    let near = known.map(|(typed, means)| (apart(typed), means)).filter(|(apart, _)| *apart <= wrong);
    near.min_by_key(|(apart, _)| *apart).map_or(Vec::new(), |(_, means)| means.split('|').collect())
}

/// Returns the number of letters to insert, delete or replace between two words.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (above, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], above + 1);
        for (at, known) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *known);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

/// The beginning of a phrase counts while it is being typed, if it has at least this many letters.
const LEAST_LETTERS: usize = 4;

const OWN_LOOP: &str = "own loop|own loops|my loop|my own loop|write a loop|write|paste|paste a loop|edit|edit a loop|editor|\
                        new loop|custom loop|custom|code|coding|script|scripting|program";

/// The words that people type, and parts of the titles and texts that they mean, in lower case.
pub const SYNONYMS: &[(&str, &str)] = &[
    (
        "jitter|jittery|stutter|stuttering|stutters|microstutter|micro-stutter|micro stutter|choppy|jerky|jank|janky|frame pacing|pulldown|frametime|frame time|frame times|60 fps|60fps|60 hz|60hz|1% low|ghosting|\
         not smooth|smooth|smoothness",
        "judder|stutter|uneven|smooth",
    ),
    (
        "lag|laggy|too late|react|reacts|reaction|latency|input lag|input latency|input delay|delay|keyboard|button|unresponsive|responsive|responsiveness|sluggish|response time|\
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
         passes through|through the wall|through walls|fall through|falls through|falling through|floor|ground|projectile|projectiles",
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
    (
        "vsync|v-sync|vertical sync|vblank|screen tearing|horizontal line|torn|scanline|mailbox|fifo|present mode",
        "tearing|v-sync|vsync|refresh-multiples|counted-refreshes",
    ),
    ("g-sync|gsync|freesync|free sync|adaptive sync|adaptive-sync|vrr|variable refresh rate", "variable refresh"),
    (
        "triple buffering|double buffering|buffering|swapchain|swap chain|pre-rendered frames|render ahead|frames in flight|reflex|\
         anti-lag",
        "the queue|tearing",
    ),
    (
        "144hz|144 hz|120hz|120 hz|240hz|240 hz|refresh rate|high refresh|monitor|better monitor|new monitor|faster monitor",
        "variable refresh|three computers",
    ),
    (
        "slow pc|slow computer|low fps|low frame rate|30 fps|30fps|game speed|speed|low-end|fps drop|fps drops|slowdown|slow-mo|slowmo|\
         slows down|slow",
        "slow motion",
    ),
    (
        "too fast|runs too fast|faster|speeds up|game speed|twice as fast|double speed|twice the speed|another computer|other computers|another pc|other pcs|fps|frames per second|fast computer|fast pc|frame rate|framerate|frame rate independent|framerate independent|\
         frame-rate independence",
        "three computers|four times too fast",
    ),
    ("death spiral|spiral|can't keep up|slower and slower|freezes up", "spiral of death|spirals"),
    ("bottleneck|gpu bound|gpu-bound|cpu bound|cpu-bound|graphics card", "gpu-bound"),
    (
        "timer resolution|clock resolution|accurate|accuracy|gettickcount|queryperformancecounter|qpc|timegettime|getticks|sdl_getticks|\
         system clock",
        "an old timer|timer",
    ),
    ("overflow|wraparound|wrap around|wraps around|49 days|49.7 days|rollover|32-bit", "starts over"),
    ("float|floats|floating point|floating-point|rounding error|drift|precision", "rounding|sums that|precision"),
    (
        "blow up|blows up|unstable|instability|stability|euler|runge-kutta|rk4|verlet|integrator|integration|spring|physics explode|physics explodes|explodes|explosion",
        "springs|explode",
    ),
    (
        "physics|physics engine|rigid body|rigid bodies|box2d|physx|havok|rapier|jenga|crates|boxes|tower|ragdoll|domino",
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
        "requestanimationframe|raf|javascript|js|browser|web|html5|chrome|firefox|safari|canvas|typescript|phaser|cadisplaylink|choreographer",
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
    fn a_word_counts_four_in_a_title_two_in_a_question_and_one_in_other_texts() {
        let searched = Searched { title: "the queue", question: "why does the game answer late?", texts: "a picture waits" };
        let rank = |search: &str| SearchWords::of(search).rank(searched);
        assert_eq!(rank("queue"), 4.0);
        assert_eq!(rank("answers"), 2.0);
        assert_eq!(rank("pictures"), 1.0);
        assert_eq!(rank("Why does the queue wait?"), 2.5, "stop words do not count: (4 + 1) / 2");
        assert_eq!(rank("input lag"), 2.0, "by its meaning: half of 4");
        assert_eq!(rank("queue pendulum"), 2.0, "a word that is missing lowers the rank");
        assert_eq!(rank("pendulum"), 0.0);
        assert_eq!(rank("ate"), 0.0, "words are found by their beginnings");
    }

    #[test]
    fn finds_below_a_quarter_of_the_best_are_left_out() {
        let ranks = |ranks: &[f64]| SearchWords::of("queue").best(ranks.to_vec(), |rank| *rank);
        assert_eq!(ranks(&[0.5, 4.0, 1.0, 0.0]), [4.0, 1.0]);
        assert_eq!(ranks(&[0.5, 0.0, 0.2]), [0.5, 0.2], "the best may be low");
        assert!(ranks(&[0.0]).is_empty());
        assert_eq!(SearchWords::of(" ").best([0.0, 1.0], |rank| *rank), [0.0, 1.0], "without a search all, in their order");
    }

    #[test]
    fn misspelled_words_and_other_forms_mean_what_the_right_ones_do() {
        let means = |word: &str| SearchWords::of(&format!("{word} pendulum")).terms[0].means.clone();
        for (typed, meant) in
            [("jiterry", "jittery"), ("tunelling", "tunneling"), ("studdering", "stuttering"), ("lagging", "lag")]
        {
            assert!(!means(meant).is_empty());
            assert_eq!(means(typed), means(meant), "{typed}");
        }
        assert!(means("house").is_empty());
        assert_eq!(
            [distance("jitter", "jiter"), distance("", "ab"), distance("same", "same"), distance("kitten", "sitting")],
            [1, 2, 0, 3]
        );
        assert_eq!(["jumps", "jumping", "hitting", "lagging", "gas"].map(root), ["jump", "jump", "hit", "lag", "gas"]);
    }

    #[test]
    fn loops_and_claims_are_found_by_the_same_words() {
        let any_loop = |search: &str| {
            let words = SearchWords::of(search);
            strategies::ALL.iter().any(|strategy| {
                words.are_all_in(&[&*strategy.id, &strategy.name, &strategy.about, &strategy.source].join(" ").to_lowercase())
            })
        };
        let any_claim = |search: &str| {
            let words = SearchWords::of(search);
            claims::article::all().any(|(_, claim)| words.are_all_in(&format!("{} {}", claim.claim, claim.why).to_lowercase()))
        };
        for search in ["jitter", "fixed timestep", "fiedler", "dt", "vsync", "lerp", "clamp", "extrapolation", "spiral"] {
            assert!(any_loop(search), "{search}");
        }
        for search in ["stutter", "tunneling", "fixed timestep", "lag", "hiccup", "vsync", "multiplayer", "interpolation"] {
            assert!(any_claim(search), "{search}");
        }
    }
}
