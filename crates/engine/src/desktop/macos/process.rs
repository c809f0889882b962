//! Processes of the system.

/// Whether a process runs.
pub(crate) fn is_alive(pid: i32) -> bool {
    // SAFETY: signal 0 is not sent, only checked.
    let answer = unsafe { libc::kill(pid, 0) };
    // One of another user is there too.
    answer == 0 || std::io::Error::last_os_error().raw_os_error() == Some(libc::EPERM)
}
