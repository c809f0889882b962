//! Pictures of a part of a screen.

use super::link::{Link, Seen};
use super::places::{Area, Output};
use crate::desktop::app::{Picture, unsupported};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::picture::Pixels;
use rustix::fs::{MemfdFlags, memfd_create};
use std::fs::File;
use std::os::fd::AsFd as _;
use std::os::unix::fs::FileExt as _;
use wayland_client::protocol::{
    wl_buffer::WlBuffer,
    wl_output::{self, WlOutput},
    wl_shm::{self, WlShm},
    wl_shm_pool::WlShmPool,
};
use wayland_client::{Connection, Dispatch, QueueHandle, WEnum, delegate_noop};
use wayland_protocols_wlr::screencopy::v1::client::{
    zwlr_screencopy_frame_v1::{self as frame, ZwlrScreencopyFrameV1},
    zwlr_screencopy_manager_v1::ZwlrScreencopyManagerV1,
};

/// The version from which on outputs have names.
const NAMED_OUTPUT: u32 = 4;
const BYTES_A_PIXEL: u32 = 4;

/// The state of the requested picture.
#[derive(Default)]
pub(super) struct Frame {
    layout: Option<Layout>,
    upside_down: bool,
    /// Whether it was taken; `None` while undecided.
    outcome: Option<bool>,
}

/// The memory layout of the pixels.
#[derive(Clone, Copy)]
struct Layout {
    format: wl_shm::Format,
    width: u32,
    height: u32,
    stride: u32,
}

/// The interfaces for pictures, bound once.
pub(super) struct Camera {
    manager: ZwlrScreencopyManagerV1,
    shm: WlShm,
}

impl Camera {
    /// `None` if the compositor lacks the protocol.
    pub(super) fn open(link: &Link) -> Option<Self> {
        Some(Self {
            manager: link.bind(1)?,
            shm: link.bind(1)?,
        })
    }

    /// A picture of a part of an output, one pixel for each point.
    pub(super) fn take(&self, link: &mut Link, output: &Output, part: Area) -> Result<Picture> {
        if output.turned {
            return Err(unsupported("a picture", "the screen is turned"));
        }
        let screens = link.bind_all::<WlOutput>(NAMED_OUTPUT);
        link.seen.outputs.clear();
        link.seen.frame = Frame::default();
        link.sync()?;
        let result = match screen(link, &screens, &output.name) {
            Some(screen) => {
                let x = part.x.saturating_sub(output.area.x);
                let y = part.y.saturating_sub(output.area.y);
                let (width, height) = (part.width.cast_signed(), part.height.cast_signed());
                let frame = self
                    .manager
                    .capture_output_region(0, screen, x, y, width, height, &link.handle(), ());
                let taken = copy(link, &self.shm, &frame);
                frame.destroy();
                taken
            }
            None => Err(unsupported(
                "a picture",
                "the compositor does not tell the names of its screens",
            )),
        };
        for (_, screen) in screens {
            screen.release();
        }
        Ok(Picture {
            pixels: result?.shrink(part.width, part.height),
            left: part.x,
            top: part.y,
        })
    }
}

fn screen<'a>(link: &Link, screens: &'a [(u32, WlOutput)], wanted: &str) -> Option<&'a WlOutput> {
    let (number, _) = link.seen.outputs.iter().find(|(_, name)| name == wanted)?;
    screens.iter().find(|(own, _)| own == number).map(|(_, screen)| screen)
}

fn copy(link: &mut Link, shm: &WlShm, frame: &ZwlrScreencopyFrameV1) -> Result<Pixels> {
    link.until(|seen| seen.frame.layout.is_some() || seen.frame.outcome.is_some())?;
    let refused = || {
        EngineError::new(ErrorKind::Protocol, "the compositor took no picture")
            .with_next_step("try again; if it stays so, the screen is locked or off")
    };
    let layout = link.seen.frame.layout.ok_or_else(refused)?;
    let order = order(layout.format)
        .ok_or_else(|| unsupported("a picture", &format!("pixels in the form {:?} are not read", layout.format)))?;
    let failed = "the picture could not be handed over";
    let size = u64::from(layout.stride) * u64::from(layout.height);
    let pool_size = i32::try_from(size).or_kind(ErrorKind::Internal, failed)?;
    if layout.stride < layout.width.saturating_mul(BYTES_A_PIXEL) {
        return Err(EngineError::new(
            ErrorKind::Protocol,
            "the compositor told a picture of no sense",
        ));
    }
    let memory = File::from(memfd_create("uipilot-picture", MemfdFlags::CLOEXEC).or_kind(ErrorKind::Io, failed)?);
    memory.set_len(size).or_kind(ErrorKind::Io, failed)?;
    let pool = shm.create_pool(memory.as_fd(), pool_size, &link.handle(), ());
    let (width, height, stride) = (layout.width, layout.height, layout.stride);
    let buffer = pool.create_buffer(
        0,
        width.cast_signed(),
        height.cast_signed(),
        stride.cast_signed(),
        layout.format,
        &link.handle(),
        (),
    );
    frame.copy(&buffer);
    let waited = link.until(|seen| seen.frame.outcome.is_some());
    buffer.destroy();
    pool.destroy();
    waited?;
    if link.seen.frame.outcome != Some(true) {
        return Err(refused());
    }
    let mut bytes = vec![0; usize::try_from(size).or_kind(ErrorKind::Internal, failed)?];
    memory.read_exact_at(&mut bytes, 0).or_kind(ErrorKind::Io, failed)?;
    let mut rows: Vec<&[u8]> = bytes.chunks_exact(stride as usize).collect();
    if link.seen.frame.upside_down {
        rows.reverse();
    }
    let rgb = rows
        .into_iter()
        .flat_map(|row| row.chunks_exact(BYTES_A_PIXEL as usize).take(width as usize))
        .flat_map(|pixel| order.map(|at| pixel[at]))
        .collect();
    Ok(Pixels::new(width, height, rgb))
}

/// The offsets of red, green and blue in a pixel. The format names give the order within a little-endian number.
fn order(format: wl_shm::Format) -> Option<[usize; 3]> {
    match format {
        wl_shm::Format::Argb8888 | wl_shm::Format::Xrgb8888 => Some([2, 1, 0]),
        wl_shm::Format::Abgr8888 | wl_shm::Format::Xbgr8888 => Some([0, 1, 2]),
        _ => None,
    }
}

impl Dispatch<ZwlrScreencopyFrameV1, ()> for Seen {
    fn event(seen: &mut Self, _: &ZwlrScreencopyFrameV1, event: frame::Event, (): &(), _: &Connection, _: &QueueHandle<Self>) {
        match event {
            frame::Event::Buffer {
                format: WEnum::Value(format),
                width,
                height,
                stride,
            } => {
                seen.frame.layout = Some(Layout {
                    format,
                    width,
                    height,
                    stride,
                });
            }
            // An unknown pixel format.
            frame::Event::Buffer { .. } | frame::Event::Failed => seen.frame.outcome = Some(false),
            frame::Event::Flags {
                flags: WEnum::Value(flags),
            } => seen.frame.upside_down = flags.contains(frame::Flags::YInvert),
            frame::Event::Ready { .. } => seen.frame.outcome = Some(true),
            _ => {}
        }
    }
}

impl Dispatch<WlOutput, u32> for Seen {
    fn event(seen: &mut Self, _: &WlOutput, event: wl_output::Event, number: &u32, _: &Connection, _: &QueueHandle<Self>) {
        if let wl_output::Event::Name { name } = event {
            seen.outputs.push((*number, name));
        }
    }
}

delegate_noop!(Seen: ZwlrScreencopyManagerV1);
delegate_noop!(Seen: ignore WlShm);
delegate_noop!(Seen: WlShmPool);
delegate_noop!(Seen: ignore WlBuffer);
