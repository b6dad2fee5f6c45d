//! Draws frames into a texture and reads them back, for films and tests. The window does not do this, because it would have to
//! wait.

use std::sync::{Arc, OnceLock};

/// The format of frames off the screen: gamma-encoded, four bytes per pixel.
pub const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("the GPU did not finish the frame ({0})")]
    Poll(#[from] wgpu::PollError),
    #[error("the frame's memory could not be mapped")]
    Map,
}

/// A texture to draw into, and a buffer to read it back.
pub struct Offscreen {
    texture: wgpu::Texture,
    buffer: wgpu::Buffer,
    size: [u32; 2],
    /// The bytes from one row to the next in the buffer, which must be a multiple of the GPU's alignment.
    stride: u32,
}

impl Offscreen {
    /// Creates a texture of `size` pixels, both at least 1.
    pub fn new(device: &wgpu::Device, size: [u32; 2]) -> Offscreen {
        let stride = (size[0] * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("off the screen"),
            size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read back"),
            size: u64::from(stride) * u64::from(size[1]),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        Offscreen { texture, buffer, size, stride }
    }

    pub fn view(&self) -> wgpu::TextureView {
        self.texture.create_view(&wgpu::TextureViewDescriptor::default())
    }

    /// Begins to read back the pixels that were drawn. There can be only one reading at a time.
    pub fn begin(&self, device: &wgpu::Device, queue: &wgpu::Queue) -> Readback {
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("read back") });
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(self.stride), rows_per_image: None };
        let into = wgpu::TexelCopyBufferInfo { buffer: &self.buffer, layout };
        encoder.copy_texture_to_buffer(self.texture.as_image_copy(), into, self.texture.size());
        queue.submit([encoder.finish()]);
        let reading = Readback::default();
        let mapped = reading.0.clone();
        self.buffer.slice(..).map_async(wgpu::MapMode::Read, move |result| {
            let _ = mapped.set(result.is_ok());
        });
        reading
    }

    /// Returns the pixels of a reading, row by row, four bytes each; `None` until the GPU has finished.
    pub fn end(&self, reading: &Readback) -> Option<Result<Vec<u8>, ReadError>> {
        let is_mapped = *reading.0.get()?;
        Some(if is_mapped { self.pixels() } else { Err(ReadError::Map) })
    }

    fn pixels(&self) -> Result<Vec<u8>, ReadError> {
        let pixels = {
            let mapped = self.buffer.slice(..).get_mapped_range().map_err(|_| ReadError::Map)?;
            let row_bytes = self.size[0] as usize * 4;
            let mut pixels = Vec::with_capacity(row_bytes * self.size[1] as usize);
            for row in mapped.chunks_exact(self.stride as usize) {
                pixels.extend_from_slice(&row[..row_bytes]);
            }
            pixels
        };
        self.buffer.unmap();
        Ok(pixels)
    }
}

/// A reading in progress. At its end it is set to whether the pixels could be mapped into memory.
#[derive(Clone, Default)]
pub struct Readback(Arc<OnceLock<bool>>);
