//! How the C allocator keeps what was freed.

/// Larger blocks than this are given back to the system when they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 128 * 1024;
/// Threads share this many heaps. By default each gets its own, and keeps in it what it once used.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const HEAPS: libc::c_int = 2;

/// Makes glibc give memory back. A snapshot of a large page passes through megabytes that are free
/// again a moment later; without this the process keeps them for as long as it lives.
pub(crate) fn give_back_what_is_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    for (option, value) in [
        (libc::M_MMAP_THRESHOLD, LARGE),
        (libc::M_TRIM_THRESHOLD, LARGE),
        (libc::M_ARENA_MAX, HEAPS),
    ] {
        // SAFETY: mallopt takes two numbers, may be called at any time, and refuses what it does
        // not know, which costs nothing but memory.
        unsafe { libc::mallopt(option, value) };
    }
}
