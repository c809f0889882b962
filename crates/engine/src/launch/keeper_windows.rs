//! Keeps a browser's processes together and ends them with this process, on Windows. Run under Wine only, see
//! `docs/platforms.md`.
//!
//! The browser runs in a job that kills its processes when the last handle to it closes. Only this process holds one,
//! and the system closes it however the process ends. A folder that remains is swept up at a later start.

use std::io;
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use windows_sys::Win32::Foundation::{CloseHandle, STILL_ACTIVE};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JobObjectExtendedLimitInformation, SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{
    GetExitCodeProcess, INFINITE, OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION, WaitForSingleObject,
};

/// The job of one browser.
#[derive(Debug)]
pub(super) struct Keeper {
    job: OwnedHandle,
}

impl Keeper {
    /// Creates the job. It does not remove the folders; a later start sweeps up what remains.
    pub(super) fn start(_folders: &[&Path]) -> io::Result<Self> {
        // SAFETY: null requests default security and no name; the handle is owned from here on.
        let job = unsafe {
            let job = CreateJobObjectW(std::ptr::null(), std::ptr::null());
            if job.is_null() {
                return Err(io::Error::last_os_error());
            }
            OwnedHandle::from_raw_handle(job)
        };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        let size = u32::try_from(size_of_val(&limits)).map_err(io::Error::other)?;
        // SAFETY: the structure matches the class and size, and outlives the call.
        let set = unsafe {
            SetInformationJobObject(
                job.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                size,
            )
        };
        if set == 0 {
            Err(io::Error::last_os_error())
        } else {
            Ok(Self { job })
        }
    }

    /// Nothing to prepare.
    pub(super) fn prepare(_command: &mut Command) {}

    /// Adds the browser to the job. Processes that it starts later join automatically.
    pub(super) fn adopt(&mut self, browser: &Child) -> io::Result<()> {
        // SAFETY: both handles are open.
        let assigned = unsafe { AssignProcessToJobObject(self.job.as_raw_handle(), browser.as_raw_handle()) };
        if assigned == 0 {
            Err(io::Error::last_os_error())
        } else {
            Ok(())
        }
    }

    /// Windows has no call to ask a program to exit; the protocol's own command has to do it.
    #[allow(clippy::unused_self, reason = "the same interface as on Unix")]
    pub(super) fn ask(&self) {}

    /// Kills every process of the job.
    pub(super) fn kill(&self) {
        // SAFETY: the handle is open.
        unsafe { TerminateJobObject(self.job.as_raw_handle(), 1) };
    }

    /// Kills the rest of the job and takes the leader's status.
    pub(super) fn reap(&mut self, browser: &mut Child) -> io::Result<ExitStatus> {
        self.kill();
        browser.wait()
    }

    /// Closes the job.
    #[allow(clippy::unused_self, reason = "the same interface as on Unix")]
    pub(super) fn release(self) {}
}

/// Waits until the process has exited.
pub(super) fn wait_for_end(browser: &Child) {
    // SAFETY: the handle stays open during the call.
    unsafe { WaitForSingleObject(browser.as_raw_handle(), INFINITE) };
}

/// Whether a process with this number exists.
pub(super) fn is_alive(pid: u32) -> bool {
    // SAFETY: the handle is closed once; the destination outlives the call.
    unsafe {
        let process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, pid);
        if process.is_null() {
            return false;
        }
        let mut code = 0;
        let answered = GetExitCodeProcess(process, &raw mut code);
        CloseHandle(process);
        answered == 0 || i64::from(code) == i64::from(STILL_ACTIVE)
    }
}
