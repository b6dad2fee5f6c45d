//! The articles that come with the program: files in `assets/articles`, in the order of the list.

use super::definition::{Article, Claim};
use crate::base::params::Invalid;
use std::sync::LazyLock;

macro_rules! articles {
    ($($id:literal),* $(,)?) => {
        [$(($id, include_str!(concat!("../../../assets/articles/", $id, ".toml")))),*]
    };
}

/// Each file and its text. To add a claim: write it into its article's file.
const FILES: [(&str, &str); 5] = articles!["diener", "beautiful-timer", "houx", "v-sync", "witters"];

static ARTICLES: LazyLock<Vec<Article>> = LazyLock::new(|| {
    let read = |(id, text): (&str, &str)| -> Article {
        toml::from_str(text).unwrap_or_else(|error| unreachable!("a test reads {id}.toml: {error}"))
    };
    FILES.into_iter().map(read).collect()
});

/// The articles with their claims.
pub fn articles() -> &'static [Article] {
    &ARTICLES
}

/// Every claim, with its article.
pub fn all() -> impl Iterator<Item = (&'static Article, &'static Claim)> {
    articles().iter().flat_map(|article| article.claims.iter().map(move |claim| (article, claim)))
}

/// The claim of this id.
///
/// # Errors
/// If there is none; the error names the nearest.
pub fn find(id: &str) -> Result<&'static Claim, Invalid> {
    let found = all().find(|(_, claim)| claim.id == id);
    found.map(|(_, claim)| claim).ok_or_else(|| Invalid {
        // All of them would fill a screen.
        allowed: "one of tickscope list claims".to_owned(),
        ..Invalid::unknown("claim", id, all().map(|(_, claim)| claim.id.as_str()))
    })
}
