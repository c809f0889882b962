//! Processes of the system.

/// Whether a process runs.
pub(crate) fn is_alive(pid: i32) -> bool {
    // SAFETY: signal 0 sends nothing; it only checks.
    let answer = unsafe { libc::kill(pid, 0) };
    // A process of another user exists too, but must not be signalled.
    answer == 0 || std::io::Error::last_os_error().raw_os_error() == Some(libc::EPERM)
}
