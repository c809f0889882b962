//! Stands in for the crate `stringmatch` in builds of this repository.
//!
//! `thirtyfour` takes texts to compare with by its trait [`Needle`], in a part that the engine does not use. That crate asks for all
//! features of `regex`, which would then be in the addon: tables of Unicode and several automata, a twentieth of its packed size. Who builds the
//! engine from a registry gets the original.

/// What a text can be compared with.
pub trait Needle {
    /// Whether the text fits.
    fn is_match(&self, haystack: &str) -> bool;
}

impl Needle for &str {
    fn is_match(&self, haystack: &str) -> bool {
        haystack == *self
    }
}

impl Needle for String {
    fn is_match(&self, haystack: &str) -> bool {
        haystack == self
    }
}

impl<F: Fn(&str) -> bool> Needle for F {
    fn is_match(&self, haystack: &str) -> bool {
        self(haystack)
    }
}
