//! The frame of a page that is printed or opened in a browser: one file without outside references.

/// The style of every page. On a screen it follows the reader's choice of dark or light; paper is white.
const STYLE: &str = "@page{size:A4;margin:14mm}:root{color-scheme:light dark}\
body{font:9.5pt/1.32 system-ui,sans-serif;max-width:182mm;margin:1em auto;color:#111;background:#fff}\
h1{font-size:17pt;margin:0}p{margin:.35em 0}a{color:inherit}footer{color:#555;margin-top:1em}\
@media screen and (prefers-color-scheme:dark){body{color:#ddd;background:#16181d}footer{color:#999}}";

/// Returns a page. `title` is plain text; `style` is added to the style of every page, and `body` is HTML.
pub fn html_page(title: &str, style: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><title>{title}</title><style>{STYLE}{style}</style>\n\
         <h1>{title}</h1>{body}</html>\n"
    )
}

/// Returns plain text as HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
