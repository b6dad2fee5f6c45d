//! The letters of everything.

use egui::Context;
#[cfg(any(target_family = "wasm", test))]
use egui::{FontData, FontDefinitions, FontFamily};

/// Makes egui's context for a window or a film, with its fonts.
pub fn new_context() -> Context {
    let ctx = Context::default();
    #[cfg(target_family = "wasm")]
    ctx.set_fonts(page_fonts());
    ctx
}

/// Returns the page's fonts: egui's own ones, with as little to fetch as all their characters allow (`assets/fonts/README.md`).
#[cfg(any(target_family = "wasm", test))]
fn page_fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let mut add = |name: &str, data: &'static [u8]| {
        fonts.font_data.insert(name.to_owned(), FontData::from_static(data).into());
    };
    add("Ubuntu", include_bytes!("../../../../assets/fonts/ubuntu-light-unhinted.ttf"));
    add("Hack", include_bytes!("../../../../assets/fonts/hack-unhinted.ttf"));
    fonts.families.insert(FontFamily::Proportional, vec!["Ubuntu".to_owned()]);
    fonts.families.insert(FontFamily::Monospace, vec!["Hack".to_owned(), "Ubuntu".to_owned()]);
    fonts
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::FontId;

    #[test]
    fn the_page_has_every_character_of_the_window() {
        let [window, page] = [FontDefinitions::default(), page_fonts()].map(|fonts| {
            let ctx = Context::default();
            ctx.set_fonts(fonts);
            let mut had = [Vec::new(), Vec::new()];
            let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                ui.fonts_mut(|fonts| {
                    had = [FontId::proportional(12.0), FontId::monospace(12.0)].map(|id| {
                        // egui's icons, which nothing here writes, have characters of private use.
                        let characters = ('!'..'\u{e000}').chain('\u{f900}'..'\u{20000}');
                        characters.filter(|character| fonts.has_glyph(&id, *character)).collect::<Vec<_>>()
                    });
                });
            });
            output.textures_delta.clear();
            had
        });
        assert!(window[0].len() > 1000 && window[1].len() > 2000, "{} {}", window[0].len(), window[1].len());
        assert_eq!(window, page);
    }
}
