use super::*;
use crate::launch::BrowserChoice;

/// Searches a simulated machine with this environment and these executables.
fn find_on(os: Os, env: &[(&str, &str)], files: &[&str], options: &LaunchOptions) -> Result<Found> {
    Finder {
        os,
        env: &|name| env.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()),
        look: &|path| match path.to_str() {
            Some("/a/folder") => FileFact::Folder,
            Some("/a/text.txt") => FileFact::NotExecutable,
            Some(path) if files.contains(&path) => FileFact::Executable,
            _ => FileFact::Missing,
        },
    }
    .find(options)
}

fn asking(browser: BrowserKind, channel: Channel) -> LaunchOptions {
    LaunchOptions {
        browser: BrowserChoice { kind: browser, channel },
        ..LaunchOptions::default()
    }
}

const LINUX: &[(&str, &str)] = &[("PATH", "/usr/local/bin:/usr/bin::relative"), ("HOME", "/home/me")];
const MAC: &[(&str, &str)] = &[("PATH", "/usr/bin:/opt/homebrew/bin"), ("HOME", "/Users/me")];
const WINDOWS: &[(&str, &str)] = &[
    ("PATH", r"C:\Windows\system32;C:\Tools"),
    ("PROGRAMFILES", r"C:\Program Files"),
    ("PROGRAMFILES(X86)", r"C:\Program Files (x86)"),
    ("ProgramW6432", r"C:\Program Files"),
    ("LOCALAPPDATA", r"C:\Users\me\AppData\Local"),
];

/// System, environment, requested kind and channel, files on the machine, expected result.
type Case = (
    Os,
    &'static [(&'static str, &'static str)],
    BrowserKind,
    Channel,
    &'static [&'static str],
    &'static str,
);

#[test]
fn finds_what_is_installed() {
    use BrowserKind::{Brave, Chrome, Chromium, Edge, Firefox};
    use Channel::{Any, Beta, Dev, Nightly};
    #[rustfmt::skip]
    let cases: &[Case] = &[
        (Os::Linux, LINUX, Chromium, Any, &["/usr/bin/google-chrome", "/usr/local/bin/chromium"], "/usr/local/bin/chromium"),
        (Os::Linux, LINUX, Chromium, Any, &["/usr/bin/google-chrome"], "/usr/bin/google-chrome"),
        (Os::Linux, LINUX, Chromium, Any, &["/usr/bin/chromium", "/usr/lib/chromium/chromium"], "/usr/lib/chromium/chromium"),
        (Os::Linux, LINUX, Chromium, Any, &["/snap/bin/chromium"], "/snap/bin/chromium"),
        (Os::Linux, LINUX, Chrome, Any, &["/usr/bin/chromium", "/opt/google/chrome/chrome"], "/opt/google/chrome/chrome"),
        (Os::Linux, LINUX, Chrome, Any, &["/usr/bin/google-chrome-beta"], "/usr/bin/google-chrome-beta"),
        (Os::Linux, LINUX, Chrome, Dev, &["/usr/bin/google-chrome", "/usr/bin/google-chrome-unstable"], "/usr/bin/google-chrome-unstable"),
        (Os::Linux, LINUX, Edge, Any, &["/usr/bin/microsoft-edge"], "/usr/bin/microsoft-edge"),
        (Os::Linux, LINUX, Brave, Any, &["/var/lib/flatpak/exports/bin/com.brave.Browser"], "/var/lib/flatpak/exports/bin/com.brave.Browser"),
        (Os::Linux, LINUX, Firefox, Any, &["/home/me/.local/share/flatpak/exports/bin/org.mozilla.firefox"], "/home/me/.local/share/flatpak/exports/bin/org.mozilla.firefox"),
        (Os::Linux, LINUX, Firefox, Any, &["/usr/bin/firefox-esr"], "/usr/bin/firefox-esr"),
        (Os::Linux, LINUX, Firefox, Nightly, &["/usr/bin/firefox", "/opt/firefox-nightly/firefox"], "/opt/firefox-nightly/firefox"),
        (Os::Mac, MAC, Chromium, Any, &["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"], "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        (Os::Mac, MAC, Chromium, Any, &["/opt/homebrew/bin/chromium"], "/opt/homebrew/bin/chromium"),
        (Os::Mac, MAC, Chrome, Nightly, &["/Users/me/Applications/Google Chrome Canary.app/Contents/MacOS/Google Chrome Canary"], "/Users/me/Applications/Google Chrome Canary.app/Contents/MacOS/Google Chrome Canary"),
        (Os::Mac, MAC, Edge, Beta, &["/Applications/Microsoft Edge Beta.app/Contents/MacOS/Microsoft Edge Beta"], "/Applications/Microsoft Edge Beta.app/Contents/MacOS/Microsoft Edge Beta"),
        (Os::Mac, MAC, Brave, Any, &["/Applications/Brave Browser.app/Contents/MacOS/Brave Browser"], "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser"),
        (Os::Mac, MAC, Firefox, Dev, &["/Applications/Firefox Developer Edition.app/Contents/MacOS/firefox"], "/Applications/Firefox Developer Edition.app/Contents/MacOS/firefox"),
        (Os::Windows, WINDOWS, Chromium, Any, &[r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe"], r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe"),
        (Os::Windows, WINDOWS, Chrome, Any, &[r"C:\Program Files\Google\Chrome\Application\chrome.exe"], r"C:\Program Files\Google\Chrome\Application\chrome.exe"),
        (Os::Windows, WINDOWS, Chrome, Nightly, &[r"C:\Users\me\AppData\Local\Google\Chrome SxS\Application\chrome.exe"], r"C:\Users\me\AppData\Local\Google\Chrome SxS\Application\chrome.exe"),
        (Os::Windows, WINDOWS, Brave, Beta, &[r"C:\Program Files\BraveSoftware\Brave-Browser-Beta\Application\brave.exe"], r"C:\Program Files\BraveSoftware\Brave-Browser-Beta\Application\brave.exe"),
        (Os::Windows, WINDOWS, Firefox, Any, &[r"C:\Tools\firefox.exe"], r"C:\Tools\firefox.exe"),
        (Os::Windows, WINDOWS, Firefox, Nightly, &[r"C:\Program Files\Firefox Nightly\firefox.exe"], r"C:\Program Files\Firefox Nightly\firefox.exe"),
    ];
    for &(os, env, kind, channel, files, expected) in cases {
        let found = find_on(os, env, files, &asking(kind, channel)).unwrap_or_else(|error| panic!("{expected}: {error}"));
        assert_eq!(found.executable, Path::new(expected));
        assert_eq!(found.family, kind.family());
    }
}

#[test]
fn another_channel_does_not_stand_in() {
    let error = find_on(
        Os::Linux,
        LINUX,
        &["/usr/bin/google-chrome"],
        &asking(BrowserKind::Chrome, Channel::Beta),
    )
    .expect_err("no beta");
    assert_eq!(error.kind(), &ErrorKind::BrowserNotFound);
    assert!(
        error.context().starts_with("no Chrome in the Beta channel is installed"),
        "{error}"
    );
}

#[test]
fn not_found_names_places_and_remedy() {
    for (os, env, words) in [
        (
            Os::Linux,
            LINUX,
            [
                "chromium, chromium-browser, google-chrome",
                "PATH (/usr/local/bin, /usr/bin)",
                "/snap/bin/chromium",
                "apt-get install chromium",
            ],
        ),
        (
            Os::Mac,
            MAC,
            [
                "/Applications/Chromium.app",
                "/Users/me/Applications/Google Chrome Canary.app",
                "Brave Browser",
                "brew install",
            ],
        ),
        (
            Os::Windows,
            WINDOWS,
            [
                r"C:\Program Files (x86)\Microsoft\Edge Beta",
                r"AppData\Local\Google\Chrome SxS",
                "msedge.exe",
                "winget install",
            ],
        ),
    ] {
        let error = find_on(os, env, &[], &LaunchOptions::default()).expect_err("nothing is installed");
        assert_eq!(error.kind(), &ErrorKind::BrowserNotFound);
        let text = error.to_string();
        for word in words {
            assert!(text.contains(word), "{word} in {text}");
        }
        assert!(text.contains(PATH_VARIABLE) && text.contains("Edge or Brave"), "{text}");
    }
}

#[test]
fn an_empty_environment_is_no_panic() {
    let error = find_on(Os::Windows, &[], &[], &asking(BrowserKind::Edge, Channel::Nightly)).expect_err("nothing to look at");
    assert!(error.context().contains("looked nowhere"), "{error}");
    let error = find_on(Os::Linux, &[], &[], &asking(BrowserKind::Firefox, Channel::Any)).expect_err("nothing there");
    assert!(error.context().contains("PATH, which is empty"), "{error}");
}

#[test]
fn a_given_executable_wins() {
    let files = &[
        "/usr/bin/chromium",
        "/my/firefox-build/firefox",
        "/my/wrapper",
        "/usr/bin/brave",
    ];
    let env = &[("PATH", "/usr/bin"), (PATH_VARIABLE, "/my/wrapper")];
    let with = |path: &str, browser: BrowserKind| LaunchOptions {
        executable: Some(path.into()),
        browser: browser.into(),
        ..LaunchOptions::default()
    };

    let found = find_on(Os::Linux, env, files, &LaunchOptions::default()).expect("from the variable");
    assert_eq!(
        found,
        Found {
            executable: "/my/wrapper".into(),
            family: Family::Chromium
        }
    );
    let found = find_on(Os::Linux, env, files, &with("/my/wrapper", BrowserKind::Firefox)).expect("as asked");
    assert_eq!(found.family, Family::Firefox);
    let found = find_on(
        Os::Linux,
        env,
        files,
        &with("/my/firefox-build/firefox", BrowserKind::Chromium),
    )
    .expect("by its name");
    assert_eq!(found.family, Family::Firefox);
    let found = find_on(Os::Linux, env, files, &with("brave", BrowserKind::Chromium)).expect("from PATH");
    assert_eq!(found.executable, Path::new("/usr/bin/brave"));
}

#[test]
fn the_variable_serves_only_its_family() {
    let env = &[("PATH", "/usr/bin"), (PATH_VARIABLE, "/usr/bin/chromium")];
    let files = &["/usr/bin/chromium", "/usr/bin/firefox"];
    let found = find_on(Os::Linux, env, files, &asking(BrowserKind::Firefox, Channel::Any)).expect("Firefox");
    assert_eq!(found.executable, Path::new("/usr/bin/firefox"));
}

#[test]
fn a_wrong_executable_is_explained() {
    for (path, kind, words) in [
        ("/nowhere/chrome", ErrorKind::BrowserNotFound, "does not exist"),
        ("chrome-of-mine", ErrorKind::BrowserNotFound, "nor in PATH"),
        ("/a/folder", ErrorKind::InvalidInput, "is a folder"),
        ("/a/text.txt", ErrorKind::PermissionDenied, "may not be executed"),
    ] {
        let options = LaunchOptions {
            executable: Some(path.into()),
            ..LaunchOptions::default()
        };
        let error = find_on(Os::Linux, LINUX, &[], &options).expect_err(path);
        assert_eq!(error.kind(), &kind, "{path}");
        assert!(error.context().contains(words) && error.context().contains(path), "{error}");
        let env = [("PATH", "/usr/bin"), (PATH_VARIABLE, path)];
        let error = find_on(Os::Linux, &env, &[], &LaunchOptions::default()).expect_err(path);
        assert!(error.context().starts_with(PATH_VARIABLE), "{error}");
    }
}
