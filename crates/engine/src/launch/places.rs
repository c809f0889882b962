//! The install locations of browsers, as data.

use super::find::Os;
use super::{BrowserKind, Channel};

/// One product in one channel.
pub(super) struct Product {
    pub(super) kind: BrowserKind,
    /// `Channel::Any` is the stable release here.
    pub(super) channel: Channel,
    /// Command names to look for in `PATH` on Linux and macOS.
    pub(super) commands: &'static [&'static str],
    /// Absolute paths on Linux.
    pub(super) linux: &'static [&'static str],
    /// Application ids of Flatpak exports.
    pub(super) flatpak: &'static [&'static str],
    /// Bundle on macOS, and the program in it.
    pub(super) mac: &'static [(&'static str, &'static str)],
    /// Paths below the program folders of Windows.
    pub(super) windows: &'static [&'static str],
}

/// All products in order of preference: within a family the browser that people install for automation first, and the
/// stable channel first.
pub(super) const PRODUCTS: &[Product] = &[
    Product {
        kind: BrowserKind::Chromium,
        channel: Channel::Any,
        commands: &["chromium", "chromium-browser"],
        linux: &[
            "/usr/lib/chromium/chromium",
            "/usr/lib64/chromium/chromium",
            "/snap/bin/chromium",
            "/opt/chromium/chrome",
        ],
        flatpak: &["org.chromium.Chromium"],
        mac: &[("Chromium", "Chromium")],
        windows: &["Chromium\\Application\\chrome.exe"],
    },
    Product {
        kind: BrowserKind::Chrome,
        channel: Channel::Any,
        commands: &["google-chrome-stable", "google-chrome"],
        linux: &["/opt/google/chrome/chrome"],
        flatpak: &["com.google.Chrome"],
        mac: &[("Google Chrome", "Google Chrome")],
        windows: &["Google\\Chrome\\Application\\chrome.exe"],
    },
    Product {
        kind: BrowserKind::Chrome,
        channel: Channel::Beta,
        commands: &["google-chrome-beta"],
        linux: &["/opt/google/chrome-beta/chrome"],
        flatpak: &[],
        mac: &[("Google Chrome Beta", "Google Chrome Beta")],
        windows: &["Google\\Chrome Beta\\Application\\chrome.exe"],
    },
    Product {
        kind: BrowserKind::Chrome,
        channel: Channel::Dev,
        commands: &["google-chrome-unstable"],
        linux: &["/opt/google/chrome-unstable/chrome"],
        flatpak: &["com.google.ChromeDev"],
        mac: &[("Google Chrome Dev", "Google Chrome Dev")],
        windows: &["Google\\Chrome Dev\\Application\\chrome.exe"],
    },
    Product {
        kind: BrowserKind::Chrome,
        channel: Channel::Nightly,
        commands: &["google-chrome-canary"],
        linux: &["/opt/google/chrome-canary/chrome"],
        flatpak: &[],
        mac: &[("Google Chrome Canary", "Google Chrome Canary")],
        windows: &["Google\\Chrome SxS\\Application\\chrome.exe"],
    },
    Product {
        kind: BrowserKind::Edge,
        channel: Channel::Any,
        commands: &["microsoft-edge-stable", "microsoft-edge"],
        linux: &["/opt/microsoft/msedge/msedge"],
        flatpak: &["com.microsoft.Edge"],
        mac: &[("Microsoft Edge", "Microsoft Edge")],
        windows: &["Microsoft\\Edge\\Application\\msedge.exe"],
    },
    Product {
        kind: BrowserKind::Edge,
        channel: Channel::Beta,
        commands: &["microsoft-edge-beta"],
        linux: &["/opt/microsoft/msedge-beta/msedge"],
        flatpak: &[],
        mac: &[("Microsoft Edge Beta", "Microsoft Edge Beta")],
        windows: &["Microsoft\\Edge Beta\\Application\\msedge.exe"],
    },
    Product {
        kind: BrowserKind::Edge,
        channel: Channel::Dev,
        commands: &["microsoft-edge-dev"],
        linux: &["/opt/microsoft/msedge-dev/msedge"],
        flatpak: &["com.microsoft.EdgeDev"],
        mac: &[("Microsoft Edge Dev", "Microsoft Edge Dev")],
        windows: &["Microsoft\\Edge Dev\\Application\\msedge.exe"],
    },
    Product {
        kind: BrowserKind::Edge,
        channel: Channel::Nightly,
        commands: &["microsoft-edge-canary"],
        linux: &["/opt/microsoft/msedge-canary/msedge"],
        flatpak: &[],
        mac: &[("Microsoft Edge Canary", "Microsoft Edge Canary")],
        windows: &["Microsoft\\Edge SxS\\Application\\msedge.exe"],
    },
    Product {
        kind: BrowserKind::Brave,
        channel: Channel::Any,
        commands: &["brave-browser-stable", "brave-browser", "brave"],
        linux: &["/opt/brave.com/brave/brave", "/snap/bin/brave"],
        flatpak: &["com.brave.Browser"],
        mac: &[("Brave Browser", "Brave Browser")],
        windows: &["BraveSoftware\\Brave-Browser\\Application\\brave.exe"],
    },
    Product {
        kind: BrowserKind::Brave,
        channel: Channel::Beta,
        commands: &["brave-browser-beta"],
        linux: &["/opt/brave.com/brave-beta/brave"],
        flatpak: &[],
        mac: &[("Brave Browser Beta", "Brave Browser Beta")],
        windows: &["BraveSoftware\\Brave-Browser-Beta\\Application\\brave.exe"],
    },
    Product {
        kind: BrowserKind::Brave,
        channel: Channel::Nightly,
        commands: &["brave-browser-nightly"],
        linux: &["/opt/brave.com/brave-nightly/brave"],
        flatpak: &[],
        mac: &[("Brave Browser Nightly", "Brave Browser Nightly")],
        windows: &["BraveSoftware\\Brave-Browser-Nightly\\Application\\brave.exe"],
    },
    Product {
        kind: BrowserKind::Firefox,
        channel: Channel::Any,
        commands: &["firefox", "firefox-esr"],
        linux: &[
            "/usr/lib/firefox/firefox",
            "/usr/lib64/firefox/firefox",
            "/usr/lib/firefox-esr/firefox-esr",
            "/opt/firefox/firefox",
            "/opt/firefox-esr/firefox",
            "/snap/bin/firefox",
        ],
        flatpak: &["org.mozilla.firefox"],
        mac: &[("Firefox", "firefox"), ("Firefox ESR", "firefox")],
        windows: &["Mozilla Firefox\\firefox.exe", "Mozilla Firefox ESR\\firefox.exe"],
    },
    Product {
        kind: BrowserKind::Firefox,
        channel: Channel::Beta,
        commands: &["firefox-beta"],
        linux: &["/usr/lib/firefox-beta/firefox-beta", "/opt/firefox-beta/firefox"],
        flatpak: &[],
        mac: &[("Firefox Beta", "firefox")],
        windows: &["Mozilla Firefox Beta\\firefox.exe"],
    },
    Product {
        kind: BrowserKind::Firefox,
        channel: Channel::Dev,
        commands: &["firefox-devedition", "firefox-developer-edition"],
        linux: &[
            "/usr/lib/firefox-devedition/firefox",
            "/opt/firefox-developer-edition/firefox",
        ],
        flatpak: &[],
        mac: &[("Firefox Developer Edition", "firefox")],
        windows: &["Firefox Developer Edition\\firefox.exe"],
    },
    Product {
        kind: BrowserKind::Firefox,
        channel: Channel::Nightly,
        commands: &["firefox-nightly", "firefox-trunk"],
        linux: &["/usr/lib/firefox-nightly/firefox", "/opt/firefox-nightly/firefox"],
        flatpak: &[],
        mac: &[("Firefox Nightly", "firefox")],
        windows: &["Firefox Nightly\\firefox.exe"],
    },
];

/// Environment variables with the program folders of Windows.
pub(super) const WINDOWS_FOLDERS: &[&str] = &["PROGRAMFILES", "PROGRAMFILES(X86)", "ProgramW6432", "LOCALAPPDATA"];

/// How to install a browser of this kind.
pub(super) fn install_hint(os: Os, kind: BrowserKind) -> &'static str {
    match (os, kind) {
        (Os::Linux, BrowserKind::Chromium) => "`apt-get install chromium` or `dnf install chromium`",
        (Os::Linux, BrowserKind::Firefox) => "`apt-get install firefox-esr` or `dnf install firefox`",
        (Os::Mac, BrowserKind::Chromium) => "`brew install --cask google-chrome` or `brew install --cask chromium`",
        (Os::Mac, BrowserKind::Chrome) => "`brew install --cask google-chrome`",
        (Os::Mac, BrowserKind::Edge) => "`brew install --cask microsoft-edge`",
        (Os::Mac, BrowserKind::Brave) => "`brew install --cask brave-browser`",
        (Os::Mac, BrowserKind::Firefox) => "`brew install --cask firefox`",
        (Os::Windows, BrowserKind::Chromium | BrowserKind::Chrome) => "`winget install Google.Chrome`",
        (Os::Windows, BrowserKind::Edge) => "`winget install Microsoft.Edge`",
        (Os::Windows, BrowserKind::Brave) => "`winget install Brave.Brave`",
        (Os::Windows, BrowserKind::Firefox) => "`winget install Mozilla.Firefox`",
        (Os::Linux, BrowserKind::Chrome) => "the package from https://www.google.com/chrome/",
        (Os::Linux, BrowserKind::Edge) => "the package from https://www.microsoft.com/edge/download",
        (Os::Linux, BrowserKind::Brave) => "the package from https://brave.com/linux/",
    }
}
