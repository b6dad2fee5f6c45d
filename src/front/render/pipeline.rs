//! The parts of the GPU that the shapes and the interface have in common.

use bytemuck::{Pod, Zeroable};

/// The uniform of both shaders: the size of a pane in pixels, or of the interface in points.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ViewUniform {
    pub size: [f32; 2],
    /// Makes the uniform a multiple of 16 bytes long.
    pub padding: [f32; 2],
}

/// The properties of a pipeline without its fragments.
pub(super) struct PipelineSpec<'a> {
    pub shader: &'a wgpu::ShaderModule,
    pub layouts: &'a [Option<&'a wgpu::BindGroupLayout>],
    pub vertices: wgpu::VertexBufferLayout<'a>,
    pub topology: wgpu::PrimitiveTopology,
}

impl PipelineSpec<'_> {
    /// Makes the pipeline whose fragments come from the function `fragment` of the shader.
    pub fn make(
        &self,
        device: &wgpu::Device,
        format: wgpu::TextureFormat,
        fragment: &str,
        blend: Option<wgpu::BlendState>,
    ) -> wgpu::RenderPipeline {
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(fragment),
            bind_group_layouts: self.layouts,
            immediate_size: 0,
        });
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(fragment),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: self.shader,
                entry_point: Some("vertex"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[Some(self.vertices.clone())],
            },
            primitive: wgpu::PrimitiveState { topology: self.topology, ..Default::default() },
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: self.shader,
                entry_point: Some(fragment),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(wgpu::ColorTargetState { format, blend, write_mask: wgpu::ColorWrites::ALL })],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

/// Returns a layout of one [`ViewUniform`], for the vertices.
pub(super) fn view_layout(device: &wgpu::Device, has_dynamic_offset: bool) -> wgpu::BindGroupLayout {
    let entries = &[uniform(0, wgpu::ShaderStages::VERTEX, has_dynamic_offset)];
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("view"), entries })
}

pub(super) fn uniform(binding: u32, visibility: wgpu::ShaderStages, has_dynamic_offset: bool) -> wgpu::BindGroupLayoutEntry {
    let ty = wgpu::BufferBindingType::Uniform;
    let min_binding_size = wgpu::BufferSize::new(size_of::<ViewUniform>() as u64);
    let ty = wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size };
    wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None }
}

pub(super) fn buffer(device: &wgpu::Device, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let usage = usage | wgpu::BufferUsages::COPY_DST;
    device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
}
