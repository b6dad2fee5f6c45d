//! The exhibits of the gallery, in their order.

use crate::front::ui::widgets::search_words::{SearchWords, Searched};
use crate::studio::lesson::definition::Lesson;
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::{builtin, questions};
use crate::studio::{claims, lesson};
use std::sync::{Arc, LazyLock};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::world::kind::WorldKind;
use tickscope_core::model::{strategies, worlds};

pub struct Section {
    /// The question that the exhibits answer, or the kind of exhibit.
    pub heading: &'static str,
    pub exhibits: Vec<Exhibit>,
    /// The number of exhibits that are shown before the person opens the rest.
    pub in_front: usize,
}

pub struct Exhibit {
    /// The file name, without the ending.
    pub picture: String,
    pub name: &'static str,
    /// The heading of the exhibit's section: the question that it answers, or its kind.
    pub heading: &'static str,
    /// The description of the exhibit, in one to three sentences.
    pub about: &'static str,
    /// All texts about the exhibit in lower case, for the search.
    pub words: String,
    pub opens: Opens,
}

/// The thing that a click on an exhibit opens.
#[derive(Clone, Copy, Debug)]
pub enum Opens {
    Lesson(&'static Arc<Lesson>),
    Scenario(&'static Scenario),
    World(&'static str),
    Article(&'static str),
}

/// The exhibit before all others: something to do.
const FIRST: &str = "scenario-lap";
const FIRST_WORLDS: usize = 3;

const LESSONS: &str = "A lap of your own, and lessons that ask before they tell";
const WORLDS: &str = "Which worlds are there?";
const ARTICLES_SAY: &str = "What do the articles say, and is it so?";

/// The largest number of finds.
const MOST_FOUND: usize = 12;

/// The number of questions that a search offers if it finds no exhibit.
const NEAREST: usize = 3;

/// Each article with the claim whose run its picture shows, and the moment of the picture, in seconds.
const ARTICLES: [(&str, &str, f64); 7] = [
    ("diener", "diener-curve-misses-wall", 4.95),
    ("witters", "witters-variable-obstacle", 15.0),
    ("beautiful-timer", "beautiful-timer-clamp-stack", 6.0),
    ("v-sync", "v-sync-gate", 4.2),
    ("houx", "houx-own-time", 9.0),
    ("callbacks", "callbacks-other-clock", 5.0),
    ("engines", "engines-least-refresh", 9.0),
];

pub static SECTIONS: LazyLock<Vec<Section>> = LazyLock::new(|| {
    let lessons: Vec<Exhibit> = lesson::builtin::LESSONS.iter().map(of_lesson).collect();
    let mut sections = vec![Section { heading: LESSONS, in_front: lessons.len(), exhibits: lessons }];
    sections.extend(questions::ALL.iter().map(answers));
    bring_first(&mut sections, FIRST);
    sections.push(Section { heading: WORLDS, exhibits: worlds::ALL.iter().map(of_world).collect(), in_front: FIRST_WORLDS });
    let articles: Vec<Exhibit> = claims::article::ARTICLES.iter().map(of_article).collect();
    sections.push(Section { heading: ARTICLES_SAY, in_front: articles.len(), exhibits: articles });
    sections
});

/// Moves the exhibit with this picture from its section to the first place of all.
fn bring_first(sections: &mut [Section], picture: &str) {
    let is_it = |exhibit: &Exhibit| exhibit.picture == picture;
    let found = sections.iter_mut().find_map(|section| {
        let place = section.exhibits.iter().position(is_it)?;
        section.in_front -= 1;
        Some(section.exhibits.remove(place))
    });
    if let Some(exhibit) = found {
        sections[0].exhibits.insert(0, exhibit);
        sections[0].in_front += 1;
    }
}

fn answers(question: &'static questions::Question) -> Section {
    let of = |answer: &questions::Answer| builtin::SCENARIOS.iter().find(|(id, _)| *id == answer.scenario);
    let exhibits: Vec<Exhibit> =
        question.answers.iter().filter_map(of).map(|(id, scenario)| of_scenario(question.text, id, scenario)).collect();
    Section { heading: question.text, in_front: exhibits.len(), exhibits }
}

fn of_scenario(question: &'static str, id: &str, scenario: &'static Scenario) -> Exhibit {
    let settings = scenario.script.settings();
    let loops: Vec<String> = settings.panes.iter().map(|pane| about_loop(&pane.strategy)).collect();
    Exhibit {
        picture: format!("scenario-{id}"),
        name: &scenario.name,
        heading: question,
        about: &scenario.about,
        words: words(&[question, id, &scenario.name, &scenario.about, &settings.scene.id, &loops.join(" ")]),
        opens: Opens::Scenario(scenario),
    }
}

fn of_lesson(lesson: &'static Arc<Lesson>) -> Exhibit {
    Exhibit {
        picture: format!("lesson-{}", lesson.id),
        name: &lesson.name,
        heading: LESSONS,
        about: &lesson.about,
        words: words(&["lesson learn teach course", &lesson.id, &lesson.name, &lesson.about]),
        opens: Opens::Lesson(lesson),
    }
}

fn of_world(kind: &WorldKind) -> Exhibit {
    let WorldKind { id, name, about, .. } = *kind;
    Exhibit {
        picture: format!("world-{id}"),
        name,
        heading: WORLDS,
        about,
        words: words(&["world scene", id, name, about]),
        opens: Opens::World(id),
    }
}

fn of_article(article: &'static claims::article::Article) -> Exhibit {
    let (id, title, author) = (article.id.as_str(), article.title.as_str(), article.author.as_str());
    let claims: Vec<&str> = article.claims.iter().flat_map(|claim| [claim.claim.as_str(), &claim.why]).collect();
    let words = words(&["article", id, title, author, &claims.join(" ")]);
    Exhibit {
        picture: format!("article-{id}"),
        name: title,
        heading: ARTICLES_SAY,
        about: author,
        words,
        opens: Opens::Article(title),
    }
}

fn about_loop(id: &str) -> String {
    strategies::find(id).map_or_else(|_| id.to_owned(), |known| format!("{id} {} {}", known.name, known.source))
}

fn words(texts: &[&str]) -> String {
    texts.join(" ").to_lowercase()
}

/// Returns the exhibits that fit a search best, the best first; empty if none has a word of it.
pub fn found(search: &SearchWords) -> Vec<&'static Exhibit> {
    let rank = |exhibit: &&Exhibit| {
        let (title, question) = (exhibit.name.to_lowercase(), exhibit.heading.to_lowercase());
        search.rank(Searched { title: &title, question: &question, texts: &exhibit.words })
    };
    let mut found = search.best(SECTIONS.iter().flat_map(|section| &section.exhibits), rank);
    found.truncate(MOST_FOUND);
    found
}

/// Returns the questions whose heading has the most word stems in common with a search, the nearest first; those of the same
/// nearness in the order of the gallery.
pub fn nearest(search: &SearchWords) -> Vec<&'static Section> {
    let mut questions: Vec<&Section> = SECTIONS.iter().filter(|section| section.heading.ends_with('?')).collect();
    questions.sort_by_key(|section| std::cmp::Reverse(search.count_stems(&section.heading.to_lowercase())));
    questions.truncate(NEAREST);
    questions
}

/// Returns the pictures of the exhibits that a text in a person's own words finds, the best first.
pub fn pictures_found(search: &str) -> Vec<&'static str> {
    found(&SearchWords::of(search)).into_iter().map(|exhibit| exhibit.picture.as_str()).collect()
}

impl Exhibit {
    /// Returns whether the name has all words of a search.
    pub fn is_named(&self, search: &SearchWords) -> bool {
        search.are_all_in(&self.name.to_lowercase())
    }

    /// Returns the scenario and the moment in it, in seconds, that the picture of the exhibit shows; `None` if it has no
    /// described picture.
    pub fn shown(&self) -> Option<(Scenario, f64)> {
        match self.opens {
            Opens::Lesson(lesson) => Some((lesson.setups[0].clone(), lesson.stills(true)[0].as_secs())),
            Opens::Scenario(scenario) => {
                let id = self.picture.strip_prefix("scenario-")?;
                let answer = questions::ALL.iter().flat_map(|question| question.answers).find(|answer| answer.scenario == id)?;
                Some((scenario.clone(), answer.picture_s))
            }
            Opens::World(id) => {
                let picture = worlds::find(id).ok()?.picture;
                let computer = Computer { render_ms: picture.render_ms, ..Computer::default() };
                let panes = vec![PaneSettings::new(picture.strategy)];
                let settings = Settings { scene: WorldChoice::new(id), computer, panes, ..Settings::default() };
                Some((Scenario::from(settings), picture.at_s))
            }
            Opens::Article(title) => {
                let article = claims::article::ARTICLES.iter().find(|article| article.title == title)?;
                let (_, claim, at_s) = ARTICLES.iter().find(|(id, ..)| *id == article.id)?;
                let claim = claims::article::find(claim).ok()?;
                Some((claim.scenario(article, &claim.test.run).ok()?, *at_s))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::front::ui::gallery::exhibits::*;
    use crate::front::ui::own_loops::ABOUT_NEW;
    use crate::front::ui::widgets::search_words::SYNONYMS;

    const AMONG_THE_FIRST: usize = 6;

    /// Stands for a search whose first find is the offer of a new loop, which is no exhibit and has no picture.
    const NEW_LOOP: &str = "";

    /// The first phrase of every row of synonyms, and the picture of an exhibit that a search for it must find among the first.
    const FINDS: [(&str, &str); SYNONYMS.len()] = [
        ("jitter", "scenario-judder"),
        ("lag", "scenario-queue"),
        ("hiccup", "scenario-hitch"),
        ("half rate", "scenario-one-late-frame"),
        ("frame drop", "scenario-missed-refresh"),
        ("fixed timestep", "scenario-interpolation"),
        ("variable timestep", "scenario-clamped-delta"),
        ("interpolation", "scenario-interpolation"),
        ("extrapolation", "scenario-asking-the-wall"),
        ("tunneling", "scenario-tunnelling"),
        ("networking", "scenario-peers"),
        ("deterministic", "scenario-replay"),
        ("vsync", "scenario-tearing"),
        ("g-sync", "scenario-variable-refresh"),
        ("triple buffering", "scenario-queue"),
        ("144hz", "scenario-variable-refresh"),
        ("slow pc", "scenario-slow-motion"),
        ("too fast", "scenario-three-computers"),
        ("death spiral", "scenario-spiral"),
        ("bottleneck", "scenario-gpu-bound"),
        ("timer resolution", "scenario-old-timer"),
        ("overflow", "scenario-wrap"),
        ("float", "scenario-rounding"),
        ("blow up", "scenario-explosion"),
        ("physics", "scenario-toppling"),
        ("butterfly effect", "scenario-divergence"),
        ("bullet time", "scenario-own-times"),
        ("sleep", "scenario-four-timers"),
        ("frame skip", "scenario-hitch"),
        ("max delta", "scenario-clamped-delta"),
        ("boids", "world-crowd"),
        ("racing", "scenario-steering"),
        ("platformer", "world-jump"),
        ("depends on fps", "world-jump"),
        ("which loop should i use", "scenario-four-loops"),
        ("gameloop", "scenario-four-loops"),
        ("unity", "scenario-interpolation"),
        ("engine", "scenario-engines"),
        ("bullet", "world-thin-wall"),
        ("requestanimationframe", "scenario-browser-stutter"),
        ("own loop", NEW_LOOP),
    ];

    #[test]
    fn every_phrase_that_people_type_finds_something_that_fits() {
        let mut missed = Vec::new();
        for ((typed, _), (first, fitting)) in SYNONYMS.iter().zip(FINDS) {
            assert_eq!(typed.split('|').next(), Some(first), "the rows of both tables are in the same order");
            for phrase in typed.split('|') {
                if fitting == NEW_LOOP {
                    assert!(SearchWords::of(phrase).are_all_in(&ABOUT_NEW.to_lowercase()), "{phrase}");
                    continue;
                }
                let found = pictures_found(phrase);
                let place = found.iter().position(|picture| *picture == fitting);
                if place.is_none_or(|place| place >= AMONG_THE_FIRST) {
                    missed.push(format!("{phrase}: {fitting} is not among the first of {found:?}"));
                }
            }
        }
        assert!(missed.is_empty(), "{missed:#?}");
    }

    #[test]
    fn titles_come_first() {
        assert_eq!(pictures_found("variable refresh")[0], "scenario-variable-refresh");
        assert_eq!(pictures_found("judder")[0], "scenario-judder");
        assert_eq!(pictures_found("stall")[0], "scenario-hitch");
        assert_eq!(pictures_found("drive")[..3], ["scenario-lap", "scenario-replay", "world-drive"]);
    }

    #[test]
    fn the_beginning_of_a_phrase_is_enough_while_it_is_being_typed() {
        assert_eq!(pictures_found("jitt")[0], "scenario-judder");
        assert!(!pictures_found("fix your time").is_empty());
        assert!(pictures_found("zzz").is_empty());
    }

    #[test]
    fn some_of_the_words_are_enough() {
        assert_eq!(pictures_found("jump height depends on fps")[0], "world-jump");
        assert!(pictures_found("jitter 25").contains(&"scenario-interpolation"));
        assert!(pictures_found("jitter zzz").contains(&"scenario-judder"));
    }

    #[test]
    fn a_search_that_finds_nothing_offers_the_nearest_questions() {
        let nearest = |search: &str| nearest(&SearchWords::of(search)).iter().map(|section| section.heading).collect::<Vec<_>>();
        assert!(pictures_found("zzz").is_empty());
        assert_eq!(
            nearest("zzz"),
            ["What can a game loop do wrong?", "Why do things pass through walls?", "Why does my game stay at 30 FPS?"]
        );
        assert_eq!(nearest("engined zzz")[0], "What do engines do?");
    }
}
