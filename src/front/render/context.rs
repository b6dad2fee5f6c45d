//! The GPU: finding one, and the window's surface on it with everything that can happen to a surface.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use winit::window::Window;

/// Why nothing can be drawn.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// No GPU adapter was found.
    #[error("no GPU adapter was found ({0})")]
    NoAdapter(#[from] wgpu::RequestAdapterError),
    /// The adapter gave no device.
    #[error("the GPU gave no device ({0})")]
    NoDevice(#[from] wgpu::RequestDeviceError),
    /// The window has no surface to draw on.
    #[error("the window has no surface to draw on ({0})")]
    NoSurface(#[from] wgpu::CreateSurfaceError),
    /// The surface offers no colour format.
    #[error("the GPU can't draw into this window: it offers no colour format")]
    NoFormat,
    /// The GPU was lost while the program ran.
    #[error("the GPU was lost: its driver has reset or it was taken away")]
    Lost,
}

/// A device without a window, for frames that are not shown; a clone is the same device.
#[derive(Clone)]
pub struct Gpu {
    /// The GPU, or the software in its place.
    pub adapter: wgpu::Adapter,
    /// What makes buffers, textures and pipelines.
    pub device: wgpu::Device,
    /// What takes commands.
    pub queue: wgpu::Queue,
}

impl Gpu {
    /// The best adapter, a software one where there is nothing else.
    ///
    /// # Errors
    /// If there is no adapter, or it gives no device.
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
                // Nothing here needs more than WebGL2 offers.
                required_limits: wgpu::Limits::downlevel_webgl2_defaults().using_resolution(adapter.limits()),
                memory_hints: wgpu::MemoryHints::MemoryUsage,
                ..Default::default()
            })
            .await?;
        Ok(Gpu { adapter, device, queue })
    }
}

/// Whether a processor draws in place of a GPU, so that every pixel is expensive.
pub fn is_software(adapter: &wgpu::Adapter) -> bool {
    adapter.get_info().device_type == wgpu::DeviceType::Cpu
}

/// A frame to draw into, or why there is none now.
pub enum Acquired {
    /// A frame to draw into and to present.
    Frame(wgpu::SurfaceTexture),
    /// No frame is available now; the next redraw tries again.
    Skip,
    /// The surface was set up again: try again at once.
    Again,
}

/// The window's surface.
pub struct WindowSurface {
    instance: wgpu::Instance,
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    /// A surface of size zero, as of a minimised window, can't be configured.
    configured: bool,
    /// The last frame was shown, but the surface no longer fits its window.
    suboptimal: bool,
    /// Set from outside when the device is gone.
    lost: Arc<AtomicBool>,
}

impl WindowSurface {
    /// A surface and the device that draws on it.
    ///
    /// # Errors
    /// If there is no adapter, no device or no format.
    pub async fn new(instance: wgpu::Instance, window: Arc<Window>) -> Result<(WindowSurface, Gpu), GpuError> {
        let surface = instance.create_surface(window.clone())?;
        let gpu = Gpu::new(&instance, Some(&surface)).await?;
        // A refused command affects one frame at most, so the program goes on.
        gpu.device.on_uncaptured_error(Arc::new(|error| log::error!("the GPU reported an error: {error}")));
        let lost = Arc::new(AtomicBool::new(false));
        let (flag, shown_in) = (lost.clone(), window.clone());
        gpu.device.set_device_lost_callback(move |_, _| {
            flag.store(true, Ordering::Relaxed);
            // A window in which nothing moves notices it too.
            shown_in.request_redraw();
        });
        let size = window.inner_size();
        let mut config =
            surface.get_default_config(&gpu.adapter, size.width.max(1), size.height.max(1)).ok_or(GpuError::NoFormat)?;
        let capabilities = surface.get_capabilities(&gpu.adapter);
        config.format = egui_wgpu::preferred_framebuffer_format(&capabilities.formats).map_err(|_| GpuError::NoFormat)?;
        if is_software(&gpu.adapter) {
            config.usage |= capabilities.usages & wgpu::TextureUsages::COPY_DST;
        }
        config.view_formats.clear();
        // Every frame waits for the display, and at most one frame waits.
        config.present_mode = wgpu::PresentMode::AutoVsync;
        config.desired_maximum_frame_latency = 1;
        let mut surface = WindowSurface { instance, window, surface, config, configured: false, suboptimal: false, lost };
        surface.resize(&gpu.device, size.width, size.height);
        Ok((surface, gpu))
    }

    /// The colour format of its frames.
    pub fn format(&self) -> wgpu::TextureFormat {
        self.config.format
    }

    /// Whether frames are drawn elsewhere and copied to the surface's images: where a processor draws, and can copy.
    pub fn is_copied_to(&self) -> bool {
        self.config.usage.contains(wgpu::TextureUsages::COPY_DST)
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.config.width, self.config.height]
    }

    /// Fits the surface to a window of `width` × `height` pixels; a size of zero is kept until it grows.
    pub fn resize(&mut self, device: &wgpu::Device, width: u32, height: u32) {
        self.configured = width > 0 && height > 0;
        if self.configured {
            let most = device.limits().max_texture_dimension_2d;
            (self.config.width, self.config.height) = (width.min(most), height.min(most));
            self.surface.configure(device, &self.config);
        }
    }

    /// Acquires the next frame; where the surface is outdated or lost, it is set up again.
    ///
    /// # Errors
    /// If the surface was lost and can't be made again, or the GPU itself was lost.
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
            Success(frame) => Acquired::Frame(frame),
            Suboptimal(frame) => {
                self.suboptimal = true;
                Acquired::Frame(frame)
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
}
