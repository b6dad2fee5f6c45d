//! `cargo run -p page` builds and weighs the page, `cargo run -p page -- serve` shows it.

use page::error::PageError;
use page::places::Places;
use page::serve::Serving;
use page::weigh::Weights;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo run -p page            builds the page
       cargo run -p page -- serve   shows it at http://127.0.0.1:8000/";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => build(),
        ["serve"] => serve(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("page: {error}");
            ExitCode::from(1)
        }
    }
}

fn build() -> Result<(), PageError> {
    let places = Places::find()?;
    page::build(&places)?;
    let weights = Weights::of(&places.page)?;
    println!("{weights}\n");
    weights.check()?;
    println!("The page is in {}: any static server can hold it.", places.page.display());
    println!("To look at it here: cargo run -p page -- serve");
    Ok(())
}

fn serve() -> Result<(), PageError> {
    let page = Places::find()?.page;
    if !page.join("index.html").exists() {
        return Err(PageError::NotBuilt(page));
    }
    let serving = Serving::start(&page, 8000).or_else(|_| Serving::start(&page, 0))?;
    println!("{}            the program", serving.address());
    println!("{}embeds.html  four comparisons in a text", serving.address());
    println!("Ctrl C ends it.");
    serving.forever();
    Ok(())
}
