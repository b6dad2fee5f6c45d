//! The picture's context is lost, as when a laptop wakes up or a driver is replaced, and comes back.

use crate::harness::{Backend, Page, picture};

/// Keeps what a test takes away later.
const KEEP: &str = "
    const request = globalThis.GPUAdapter?.prototype.requestDevice;
    if (request) {
        window.devices = [];
        GPUAdapter.prototype.requestDevice = async function (...wanted) {
            const device = await request.apply(this, wanted);
            devices.push(device);
            return device;
        };
    }";

#[test]
fn a_lost_webgl_context_comes_back_by_itself() {
    comes_back(
        Backend::WebGl,
        "window.losing = document.getElementById('tickscope').getContext('webgl2').getExtension('WEBGL_lose_context');
         losing.loseContext();
         document.addEventListener('tickscope', () => setTimeout(() => losing.restoreContext()), { once: true });",
    );
}

#[test]
fn a_lost_webgpu_device_comes_back_by_itself() {
    comes_back(Backend::WebGpu, "devices.at(-1).destroy()");
}

fn comes_back(backend: Backend, lose: &str) {
    let Some(page) = Page::start() else { return };
    page.before(KEEP);
    page.open(backend, "");
    page.wait_until_ready();
    page.run(lose);
    page.wait_until("word of the loss", |page| page.heard().contains(&"lost".to_owned()));
    page.wait_until("picture that is back", |page| page.heard().last().is_some_and(|kind| kind == "back"));
    let frames = page.frames();
    page.wait_until("further frames", |page| page.frames() > frames + 3);
    page.wait_until("colours", |page| !page.is_covered() && picture::colours(&page.screenshot()) >= 100);
}
