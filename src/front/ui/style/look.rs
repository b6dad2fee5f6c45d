//! Colours, text sizes and fonts, dark and light.
//!
//! A colour has one meaning. The six colours of the panes, for badge, bodies, pulse and lines, include no red and no green.
//! [`Look::alarm`] is the colour of errors and of nothing else, and colour-blind people can distinguish it from the colour of
//! every pane. No meaning depends on colour alone: panes have letters, kinds of time have names, and kinds of findings have
//! forms.

#![expect(clippy::unreadable_literal, reason = "a colour is read in this form and no other")]

use crate::front::render::camera::Colour;
use crate::studio::view::Theme;
use egui::{Color32, Context, CornerRadius, FontFamily, FontId, Painter, Stroke, TextStyle, Ui, Visuals};
#[cfg(any(target_family = "wasm", test))]
use egui::{FontData, FontDefinitions};
use tickscope_core::lab::instruments::cpu_blocks::BlockKind;
use tickscope_core::lab::metrics::stages::Stage;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::world::sketch::Ink;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub theme: Theme,
}

/// Returns the look that [`Look::apply`] set in egui before the frame.
pub trait UiLook {
    fn look(&self) -> Look;
}

impl UiLook for Context {
    fn look(&self) -> Look {
        Look { theme: if self.theme() == egui::Theme::Dark { Theme::Dark } else { Theme::Light } }
    }
}

impl UiLook for Painter {
    fn look(&self) -> Look {
        self.ctx().look()
    }
}

impl UiLook for Ui {
    fn look(&self) -> Look {
        self.ctx().look()
    }
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

pub const NUMBER: &str = "number";
pub const CAPTION: &str = "caption";

/// The time that the pointer must rest before a tooltip is shown, in seconds.
pub const TOOLTIP_DELAY: f32 = 0.4;
/// The room of a scroll bar, in points.
pub const SCROLL_BAR: f32 = 10.0;
/// The font size of text, in points, except in projector mode.
const BODY: f32 = 14.0;

impl Look {
    fn pick(self, dark: u32, light: u32) -> Color32 {
        rgb(if self.theme == Theme::Dark { dark } else { light })
    }

    /// Returns the background colour of the window, under everything except the canvases.
    pub fn panel(self) -> Color32 {
        self.pick(0x161a20, 0xf1f3f6)
    }

    pub fn canvas(self) -> Color32 {
        self.pick(0x0d1014, 0xffffff)
    }

    pub fn line(self) -> Color32 {
        self.pick(0x39424e, 0xc6ced8)
    }

    pub fn text(self) -> Color32 {
        self.pick(0xecf0f5, 0x14181e)
    }

    pub fn weak(self) -> Color32 {
        self.pick(0x9aa5b4, 0x56606e)
    }

    /// Returns the colour of errors, which nothing else has.
    pub fn alarm(self) -> Color32 {
        self.pick(0xff5a4f, 0xa8101c)
    }

    pub fn accent(self) -> Color32 {
        self.pick(0x2f6fa8, 0x1d6fb3)
    }

    pub fn link(self) -> Color32 {
        self.pick(0x5aaaff, 0x0b4f8f)
    }

    /// Returns the colour of the pane of this letter, which does not change with the place of the pane. The first four colours
    /// differ in lightness too, for colour-blind people.
    pub fn of_pane(self, letter: PaneLetter) -> Color32 {
        match letter.0 % 6 {
            0 => self.pick(0x3e8bff, 0x0b4a8a),
            1 => self.pick(0xfab4f2, 0xcf3ff0),
            2 => self.pick(0xffc81a, 0xa87a00),
            3 => self.pick(0x12b09a, 0x0b8280),
            4 => self.pick(0xdcdca4, 0x7a7560),
            _ => self.pick(0x9d87b8, 0x5f1ee0),
        }
    }

    pub fn time(self, kind: BlockKind) -> Color32 {
        match kind {
            BlockKind::Update => self.pick(0xe69f00, 0xb07800),
            BlockKind::Render => self.pick(0x56b4e9, 0x2f8fc8),
            BlockKind::Sleep => self.pick(0xa0668a, 0xb5588c),
            BlockKind::Wait => self.pick(0x3f7ba6, 0x5f93b8),
            BlockKind::Late => self.pick(0xe0a8cc, 0x8a3a68),
            BlockKind::Spin => self.pick(0xf0e442, 0x968800),
        }
    }

    pub fn stage(self, stage: Stage) -> Color32 {
        match stage {
            Stage::Read => self.pick(0xcc79a7, 0xb5588c),
            Stage::Submit => self.time(BlockKind::Render),
            Stage::Queue => self.queued(),
            Stage::Gpu => self.gpu(),
            Stage::Display => self.time(BlockKind::Wait),
        }
    }

    pub fn written_on(self, stage: Stage) -> Color32 {
        let ground = self.stage(stage);
        let light = 0.3 * f32::from(ground.r()) + 0.59 * f32::from(ground.g()) + 0.11 * f32::from(ground.b());
        if light > 110.0 { Color32::BLACK } else { Color32::WHITE }
    }

    pub fn gpu(self) -> Color32 {
        self.pick(0x009e73, 0x008862)
    }

    pub fn queued(self) -> Color32 {
        self.pick(0x6b7685, 0x7c8694)
    }

    pub fn age(self) -> Color32 {
        self.pick(0x5a6673, 0x8a94a2)
    }

    pub fn wall(self) -> Color32 {
        self.pick(0xc4cbd4, 0x3c4550)
    }

    /// Returns the translucent colour of a pane on a stage that all panes share.
    pub fn on_stage(self, pane: PaneLetter) -> Colour {
        let colour = self.of_pane(pane);
        [colour.r(), colour.g(), colour.b(), 190]
    }

    pub fn trail(self, pane: PaneLetter) -> Colour {
        let colour = self.of_pane(pane);
        [colour.r(), colour.g(), colour.b(), 220]
    }

    /// Returns the colour of an ink in a pane. Every body has the colour of its pane.
    pub fn ink(self, pane: PaneLetter, ink: Ink) -> Colour {
        let (colour, alpha) = match ink {
            Ink::Body(_) => (self.of_pane(pane), 255),
            Ink::Faint(_) => (self.of_pane(pane), if self.theme == Theme::Dark { 165 } else { 225 }),
            Ink::Translucent(_, opacity) => (self.of_pane(pane), opacity),
            Ink::Ghost(_) => (self.pick(0xffffff, 0x14181e), 255),
            Ink::Wall => (self.wall(), 255),
            Ink::Rule => (self.weak(), if self.theme == Theme::Dark { 145 } else { 180 }),
            Ink::Detail => (self.canvas(), 220),
            Ink::Alarm => (self.alarm(), 255),
        };
        [colour.r(), colour.g(), colour.b(), alpha]
    }

    /// Returns the colour of a sentence about a kind of finding: neutral unless it is an error.
    pub fn sentence(self, symptom: &Symptom) -> Color32 {
        match symptom.kind() {
            _ if symptom.is_error() => self.alarm(),
            Kind::Settling => self.weak(),
            _ => self.text(),
        }
    }

    /// Returns the colour of a finding in a ribbon. Errors have one colour, and differ by their forms.
    pub fn kind(self, kind: Kind) -> Color32 {
        match kind {
            _ if kind.is_error() => self.alarm(),
            Kind::LowFrameRate => self.pick(0xa89a4a, 0x7c6c10),
            _ => self.pick(0x6f7d8e, 0x7c8896),
        }
    }

    pub fn rail(self) -> Color32 {
        self.pick(0x2c333d, 0xd3d9e1)
    }

    pub fn apply(self, ctx: &Context) {
        let (theme, mut visuals) = match self.theme {
            Theme::Dark => (egui::Theme::Dark, Visuals::dark()),
            Theme::Light => (egui::Theme::Light, Visuals::light()),
        };
        visuals.panel_fill = self.panel();
        visuals.window_fill = self.panel();
        visuals.extreme_bg_color = self.pick(0x2c333d, 0xd3d9e1);
        visuals.widgets.noninteractive.fg_stroke.color = self.text();
        visuals.weak_text_color = Some(self.weak());
        visuals.hyperlink_color = self.link();
        visuals.selection.bg_fill = self.accent();
        visuals.selection.stroke = Stroke::new(1.0, Color32::WHITE);
        visuals.slider_trailing_fill = true;
        let button = self.pick(0x2b313b, 0xdfe4ea);
        for widget in
            [&mut visuals.widgets.inactive, &mut visuals.widgets.hovered, &mut visuals.widgets.active, &mut visuals.widgets.open]
        {
            widget.corner_radius = CornerRadius::same(5);
            widget.fg_stroke.color = self.text();
        }
        visuals.widgets.inactive.weak_bg_fill = button;
        visuals.widgets.inactive.bg_fill = self.pick(0x4a5462, 0xa9b4c2);
        visuals.widgets.noninteractive.bg_stroke.color = self.pick(0x2c333d, 0xcdd4dc);

        ctx.set_theme(theme);
        ctx.set_visuals_of(theme, visuals);
        ctx.all_styles_mut(|style| {
            style.interaction.tooltip_delay = TOOLTIP_DELAY;
            style.spacing.item_spacing = egui::vec2(8.0, 6.0);
            style.spacing.button_padding = egui::vec2(9.0, 4.0);
            style.spacing.interact_size.y = 24.0;
            // A scroll bar has its own room, so that it lies on nothing when the pointer makes it wide.
            style.spacing.scroll.bar_width = SCROLL_BAR - 2.0;
            style.spacing.scroll.floating_allocated_width = SCROLL_BAR;
            let proportional = |size| FontId::new(size, FontFamily::Proportional);
            let monospace = |size| FontId::new(size, FontFamily::Monospace);
            style.text_styles = [
                (TextStyle::Heading, proportional(17.0)),
                (TextStyle::Body, proportional(BODY)),
                (TextStyle::Button, proportional(14.0)),
                (TextStyle::Small, proportional(12.0)),
                (TextStyle::Monospace, monospace(13.5)),
                (TextStyle::Name(NUMBER.into()), monospace(17.0)),
                (TextStyle::Name(CAPTION.into()), proportional(11.5)),
            ]
            .into();
        });
    }
}

/// In projector mode the window is as high as this many of its smallest letters, which must be readable from the last row of a
/// class.
const LETTERS_HIGH: f32 = 36.0;

/// Enlarges the letters as projector mode needs them.
pub fn enlarge(ui: &mut Ui) {
    let letter = ui.ctx().content_rect().height() / LETTERS_HIGH;
    for (style, font) in &mut ui.style_mut().text_styles {
        let larger = match style {
            TextStyle::Heading => 1.2,
            TextStyle::Name(name) if **name == *NUMBER => 1.2,
            _ => 1.0,
        };
        font.size = font.size.max(letter * larger);
    }
}

/// Returns the size of the letters in `ui`: 1 is the usual size, and projector mode has a larger one.
pub fn letters(ui: &Ui) -> f32 {
    TextStyle::Body.resolve(ui.style()).size / BODY
}

/// Returns the size of letters that are `usual` points high in the window. In projector mode no letters are smaller than the
/// text.
pub fn letter_size(ui: &Ui, usual: f32) -> f32 {
    let zoom = letters(ui);
    if zoom > 1.0 { usual.max(BODY) * zoom } else { usual * zoom }
}

/// Returns a large number of fixed width, so that nothing jumps.
pub fn number(text: impl Into<String>, colour: Color32) -> egui::RichText {
    egui::RichText::new(text).text_style(TextStyle::Name(NUMBER.into())).color(colour)
}

pub fn caption(text: impl Into<String>, colour: Color32) -> egui::RichText {
    egui::RichText::new(text).text_style(TextStyle::Name(CAPTION.into())).color(colour)
}

/// Creates egui's context for a window or a film, with its fonts.
pub fn new_context() -> Context {
    let ctx = Context::default();
    #[cfg(target_family = "wasm")]
    ctx.set_fonts(page_fonts());
    ctx
}

/// Returns the fonts of the page: egui's own fonts without hints, which are smaller to download (`assets/fonts/README.md`).
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
    use crate::front::ui::style::look::*;

    #[test]
    fn the_page_has_every_character_of_the_window() {
        let [window, page] = [FontDefinitions::default(), page_fonts()].map(|fonts| {
            let ctx = Context::default();
            ctx.set_fonts(fonts);
            let mut had = [Vec::new(), Vec::new()];
            let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                ui.fonts_mut(|fonts| {
                    had = [FontId::proportional(12.0), FontId::monospace(12.0)].map(|id| {
                        // The characters of private use are egui's icons, which no text here contains.
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
