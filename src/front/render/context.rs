//! Opens a GPU, and handles everything that can happen to the surface of the window.

use super::renderer::Redraw;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use winit::window::Window;

#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    #[error("no GPU adapter was found ({0})")]
    NoAdapter(#[from] wgpu::RequestAdapterError),
    #[error("the GPU gave no device ({0})")]
    NoDevice(#[from] wgpu::RequestDeviceError),
    #[error("the window has no surface to draw on ({0})")]
    NoSurface(#[from] wgpu::CreateSurfaceError),
    #[error("the GPU can't draw into this window: it offers no colour format")]
    NoFormat,
    #[error("the GPU was lost: its driver has reset or it was taken away")]
    Lost,
}

/// An open GPU device; a clone is the same device.
#[derive(Clone)]
pub struct Gpu {
    /// The GPU, or the software rasteriser that replaces it.
    pub adapter: wgpu::Adapter,
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
}

impl Gpu {
    /// Opens the best adapter that can draw on `surface`, or a software rasteriser if there is no other.
    pub async fn new(instance: &wgpu::Instance, surface: Option<&wgpu::Surface<'_>>) -> Result<Gpu, GpuError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::from_env().unwrap_or_default(),
            compatible_surface: surface,
            ..Default::default()
        };
        let adapter = instance.request_adapter(&options).await?;
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                label: Some("tickscope"),
                // WebGL2 offers no more than these limits, and this program needs no more.
                required_limits: wgpu::Limits::downlevel_webgl2_defaults().using_resolution(adapter.limits()),
                memory_hints: wgpu::MemoryHints::MemoryUsage,
                ..Default::default()
            })
            .await?;
        Ok(Gpu { adapter, device, queue })
    }
}

/// Returns whether a processor draws instead of a GPU, so that each pixel is expensive.
pub fn is_software(adapter: &wgpu::Adapter) -> bool {
    adapter.get_info().device_type == wgpu::DeviceType::Cpu
}

/// The answer of a surface to the request for its next frame.
pub enum Acquired {
    Frame(SurfaceFrame),
    /// No frame is available now; the next redraw tries again.
    Skip,
    /// The surface was configured again; acquire again in the same frame.
    Again,
}

pub struct SurfaceFrame {
    pub view: wgpu::TextureView,
    /// `Changes` if the target holds the last frame.
    pub redraw: Redraw,
    image: wgpu::SurfaceTexture,
}

pub struct WindowSurface {
    instance: wgpu::Instance,
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    pub config: wgpu::SurfaceConfiguration,
    /// The last frame, into which a software rasteriser draws only changes; `None` with a GPU. It is copied to the surface,
    /// because the images of the surface hold older frames or nothing.
    kept: Option<wgpu::Texture>,
    /// Whether the surface is configured. A surface of size zero, such as that of a minimised window, can't be.
    configured: bool,
    /// Whether the last frame was shown on a surface that no longer fits its window.
    suboptimal: bool,
    /// Whether the device is lost; the device sets it.
    lost: Arc<AtomicBool>,
}

impl WindowSurface {
    /// Creates a surface and opens the device that draws on it.
    pub async fn new(instance: wgpu::Instance, window: Arc<Window>) -> Result<(WindowSurface, Gpu), GpuError> {
        let surface = instance.create_surface(window.clone())?;
        let gpu = Gpu::new(&instance, Some(&surface)).await?;
        // A refused command spoils at most one frame, so the program continues.
        gpu.device.on_uncaptured_error(Arc::new(|error| log::error!("the GPU reported an error: {error}")));
        let lost = Arc::new(AtomicBool::new(false));
        let (flag, shown_in) = (lost.clone(), window.clone());
        gpu.device.set_device_lost_callback(move |_, _| {
            flag.store(true, Ordering::Relaxed);
            // A window in which nothing moves draws no frame by itself, and would not notice that the GPU is lost.
            shown_in.request_redraw();
        });
        let size = window.inner_size();
        let mut config =
            surface.get_default_config(&gpu.adapter, size.width.max(1), size.height.max(1)).ok_or(GpuError::NoFormat)?;
        let capabilities = surface.get_capabilities(&gpu.adapter);
        config.format = egui_wgpu::preferred_framebuffer_format(&capabilities.formats).map_err(|_| GpuError::NoFormat)?;
        if is_software(&gpu.adapter) {
            // A software rasteriser draws only changes, into a texture that is copied to the surface.
            config.usage |= capabilities.usages & wgpu::TextureUsages::COPY_DST;
        }
        config.view_formats.clear();
        // Every frame waits for the display, and at most one frame waits at a time.
        config.present_mode = wgpu::PresentMode::AutoVsync;
        config.desired_maximum_frame_latency = 1;
        let kept = None;
        let mut surface = WindowSurface { instance, window, surface, config, kept, configured: false, suboptimal: false, lost };
        surface.resize(&gpu.device, size.width, size.height);
        Ok((surface, gpu))
    }

    pub fn size(&self) -> [u32; 2] {
        [self.config.width, self.config.height]
    }

    /// Fits the surface to a window of `width` × `height` pixels. A window without size gets no frames.
    pub fn resize(&mut self, device: &wgpu::Device, width: u32, height: u32) {
        self.configured = width > 0 && height > 0;
        if self.configured {
            let most = device.limits().max_texture_dimension_2d;
            (self.config.width, self.config.height) = (width.min(most), height.min(most));
            self.surface.configure(device, &self.config);
        }
    }

    /// Acquires the next frame. Configures the surface again if it is outdated or lost.
    pub fn acquire(&mut self, device: &wgpu::Device) -> Result<Acquired, GpuError> {
        use wgpu::CurrentSurfaceTexture::{Lost, Occluded, Outdated, Suboptimal, Success, Timeout, Validation};
        if self.lost.load(Ordering::Relaxed) {
            return Err(GpuError::Lost);
        }
        if !self.configured {
            return Ok(Acquired::Skip);
        }
        if std::mem::take(&mut self.suboptimal) {
            self.surface.configure(device, &self.config);
        }
        Ok(match self.surface.get_current_texture() {
            Success(image) => Acquired::Frame(self.frame(device, image)),
            Suboptimal(image) => {
                self.suboptimal = true;
                Acquired::Frame(self.frame(device, image))
            }
            Outdated => {
                self.surface.configure(device, &self.config);
                Acquired::Again
            }
            Lost => {
                self.surface = self.instance.create_surface(self.window.clone())?;
                self.surface.configure(device, &self.config);
                Acquired::Again
            }
            Timeout | Occluded => Acquired::Skip,
            Validation => {
                log::error!("the GPU refused a frame");
                Acquired::Skip
            }
        })
    }

    fn frame(&mut self, device: &wgpu::Device, image: wgpu::SurfaceTexture) -> SurfaceFrame {
        let view = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        if !self.config.usage.contains(wgpu::TextureUsages::COPY_DST) {
            return SurfaceFrame { view: view(&image.texture), redraw: Redraw::Whole, image };
        }
        let kept = self.kept.take().filter(|kept| kept.size() == image.texture.size()).unwrap_or_else(|| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some("last frame"),
                size: image.texture.size(),
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: image.texture.format(),
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
                view_formats: &[],
            })
        });
        let view = view(&kept);
        self.kept = Some(kept);
        SurfaceFrame { view, redraw: Redraw::Changes, image }
    }

    pub fn present(&self, frame: SurfaceFrame, device: &wgpu::Device, queue: &wgpu::Queue) {
        if let Some(kept) = &self.kept {
            let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("last frame") });
            encoder.copy_texture_to_texture(kept.as_image_copy(), frame.image.texture.as_image_copy(), kept.size());
            queue.submit([encoder.finish()]);
        }
        self.window.pre_present_notify();
        queue.present(frame.image);
    }
}
