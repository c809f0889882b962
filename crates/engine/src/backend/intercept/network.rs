//! The network as a page is made to see it.

/// How the network is: whether there is one, and how slow it is. Nothing is limited where a value is absent.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Conditions {
    /// Whether there is no network.
    pub(crate) offline: bool,
    /// The least time until an answer begins, in milliseconds.
    pub(crate) latency: Option<f64>,
    /// Bytes a second.
    pub(crate) download: Option<f64>,
    /// Bytes a second.
    pub(crate) upload: Option<f64>,
}

impl Conditions {
    /// Whether the network is as it is.
    pub(crate) fn is_real(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the network is slowed down.
    pub(crate) fn is_slow(&self) -> bool {
        self.latency.is_some() || self.download.is_some() || self.upload.is_some()
    }
}
