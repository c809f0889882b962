//! How much freed memory the C allocator keeps.

/// Blocks larger than this are returned to the system when they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 128 * 1024;
/// The number of heaps that threads share. By default each thread has its own and keeps the memory that it
/// once used.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const HEAPS: libc::c_int = 2;

/// Makes glibc return memory to the system. A snapshot of a large page allocates megabytes and frees them a
/// moment later. By default the process would keep them until it ends.
pub(crate) fn give_back_what_is_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    for (option, value) in [
        (libc::M_MMAP_THRESHOLD, LARGE),
        (libc::M_TRIM_THRESHOLD, LARGE),
        (libc::M_ARENA_MAX, HEAPS),
    ] {
        // SAFETY: mallopt takes two numbers, may be called at any time, and ignores unknown parameters,
        // which costs only memory.
        unsafe { libc::mallopt(option, value) };
    }
}
