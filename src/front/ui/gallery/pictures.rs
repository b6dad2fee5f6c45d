//! The stored pictures of the gallery, from `assets/gallery`. `tests/suite/front/gallery.rs` draws them.

use egui::{ColorImage, Context, Id, TextureHandle, TextureOptions};
use std::io::Cursor;

/// A picture's name, and its PNG file.
pub type Stored = (&'static str, &'static [u8]);

/// Every stored picture, in the order of their names. `UPDATE_GALLERY=1` writes the list with the pictures.
pub const STORED: &[Stored] = include!("../../../../assets/gallery/list.in");

#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    #[error(transparent)]
    Decoding(#[from] png::DecodingError),
    #[error("{0:?} is no form of a picture")]
    Form(png::ColorType),
}

pub fn decode(file: &[u8]) -> Result<ColorImage, PictureError> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let info = reader.next_frame(&mut pixels)?;
    let size = [info.width as usize, info.height as usize];
    match info.color_type {
        png::ColorType::Rgb => Ok(ColorImage::from_rgb(size, &pixels[..info.buffer_size()])),
        png::ColorType::Rgba => Ok(ColorImage::from_rgba_unmultiplied(size, &pixels[..info.buffer_size()])),
        other => Err(PictureError::Form(other)),
    }
}

/// Returns the texture of a picture, which is decoded at its first use; `None` if no picture has this name, or it can't be
/// decoded.
pub fn texture(ctx: &Context, name: &str) -> Option<TextureHandle> {
    let key = Id::unique(("gallery picture", name));
    if let Some(known) = ctx.data(|data| data.get_temp::<TextureHandle>(key)) {
        return Some(known);
    }
    let (_, file) = STORED.iter().find(|(stored, _)| *stored == name)?;
    let texture = ctx.load_texture(name, decode(file).ok()?, TextureOptions::LINEAR);
    ctx.data_mut(|data| data.insert_temp(key, texture.clone()));
    Some(texture)
}

pub fn forget(ctx: &Context) {
    ctx.data_mut(egui::util::IdTypeMap::remove_by_type::<TextureHandle>);
}
