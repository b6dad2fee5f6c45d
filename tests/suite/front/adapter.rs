//! The GPU of this computer, for the tests that need one.

use crate::tiers::is_left_to_full_tier;
use tickscope::front::render::context::{Gpu, GpuError};
use tickscope::front::render::offscreen::Offscreen;

/// Returns a GPU, in the full tier; software Vulkan will do. `None` where there is no adapter at all: then the test is skipped,
/// and says so; with `CI=true` it fails. Any other problem fails everywhere.
pub fn gpu(test: &str) -> Option<Gpu> {
    if is_left_to_full_tier() {
        return None;
    }
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    match pollster::block_on(Gpu::new(&instance, None)) {
        Ok(gpu) => Some(gpu),
        Err(error) => {
            skip(test, &error);
            None
        }
    }
}

/// Returns the pixels of what was drawn last, row by row from the top, four bytes each.
pub fn read_back(target: &Offscreen, device: &wgpu::Device, queue: &wgpu::Queue) -> Vec<u8> {
    let reading = target.begin(device, queue);
    device.poll(wgpu::PollType::wait_indefinitely()).expect("the GPU finishes");
    target.end(&reading).expect("it has finished").expect("the frame is read back")
}

/// Allows a test to be skipped for want of an adapter, and for nothing else.
pub fn skip(test: &str, error: &GpuError) {
    assert!(matches!(error, GpuError::NoAdapter(_)), "{test}: {error}");
    assert!(std::env::var("CI").as_deref() != Ok("true"), "{test}: CI needs a GPU adapter: {error}");
    eprintln!("SKIPPED, {test}: {error}");
}
