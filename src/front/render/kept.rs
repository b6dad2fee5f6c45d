//! The window's last frame, kept so that only changes are drawn.
//!
//! A surface hands out its images in turn, with an older frame or nothing in them. So changes are drawn into a texture that
//! stays, and the texture is copied to the image.

/// A texture that keeps the frame from one to the next.
pub struct KeptFrame {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
}

impl KeptFrame {
    /// Of the size and format of `like`.
    pub fn new(device: &wgpu::Device, like: &wgpu::Texture) -> KeptFrame {
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("kept frame"),
            size: like.size(),
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: like.format(),
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        KeptFrame { texture, view }
    }

    /// What changes are drawn into.
    pub fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// Whether it can be copied to `image`.
    pub fn fits(&self, image: &wgpu::Texture) -> bool {
        self.texture.size() == image.size() && self.texture.format() == image.format()
    }

    /// Copies the frame to an image of the surface.
    pub fn copy_to(&self, image: &wgpu::Texture, device: &wgpu::Device, queue: &wgpu::Queue) {
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("kept frame") });
        encoder.copy_texture_to_texture(self.texture.as_image_copy(), image.as_image_copy(), image.size());
        queue.submit([encoder.finish()]);
    }
}
