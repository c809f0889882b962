//! Starts and ends real browsers. They must answer, and leave nothing behind, however their owner ends.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod common;

use common::needs;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tokio::time::timeout;
use uipilot_engine::api::calls::call_session;
use uipilot_engine::error::{EngineError, ErrorKind};
use uipilot_engine::testing::launch::{BrowserKind, LaunchOptions, Launched, Profile, launch};
use uipilot_engine::{AttachOptions, Session, SessionOptions, SnapshotOptions};

const BROWSERS: [BrowserKind; 2] = [BrowserKind::Chromium, BrowserKind::Firefox];

fn options(browser: BrowserKind) -> LaunchOptions {
    LaunchOptions::default().browser(browser)
}

async fn failure(options: &LaunchOptions) -> EngineError {
    match launch(options).await {
        Ok(launched) => panic!("{} started", launched.executable().display()),
        Err(error) => error,
    }
}

/// Asserts that a WebSocket handshake succeeds at the endpoint.
async fn assert_answers(launched: &Launched) {
    let connecting = tokio_tungstenite::connect_async(launched.endpoint());
    let (_, answer) = timeout(Duration::from_secs(10), connecting)
        .await
        .expect("in time")
        .expect("a handshake");
    assert_eq!(answer.status().as_u16(), 101);
}

/// The session's folder, which contains the downloads.
fn session_folder(launched: &Launched) -> PathBuf {
    launched.download_dir().parent().unwrap().to_owned()
}

/// Processes other than this one whose command line or environment contains `what`, without zombies. The
/// environment also identifies a helper that has left its process group.
fn processes_naming(what: &Path) -> Vec<String> {
    let needle = what.to_str().unwrap().as_bytes();
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let is_process = entry
            .file_name()
            .to_str()
            .is_some_and(|name| name.parse::<u32>().is_ok_and(|pid| pid != std::process::id()));
        if !is_process {
            continue;
        }
        let read = |file: &str| fs::read(entry.path().join(file)).unwrap_or_default();
        if [read("cmdline"), read("environ")]
            .iter()
            .any(|bytes| bytes.windows(needle.len()).any(|window| window == needle))
        {
            found.push(String::from_utf8_lossy(&read("cmdline")).replace('\0', " "));
        }
    }
    found
}

/// Asserts that the session's processes and folder disappear within the time.
async fn assert_gone(folder: &Path, within: Duration) {
    let deadline = Instant::now() + within;
    loop {
        let processes = processes_naming(folder);
        if processes.is_empty() && !folder.exists() {
            return;
        }
        assert!(
            Instant::now() < deadline,
            "left behind: folder {}: {}, processes {processes:#?}",
            folder.display(),
            folder.exists()
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_browser_answers_and_leaves_nothing() {
    for browser in BROWSERS {
        let Some(launched) = needs::browser(&options(browser)).await else {
            continue;
        };
        let folder = session_folder(&launched);
        assert_answers(&launched).await;
        assert!(launched.data_dir().starts_with(&folder) && launched.download_dir().is_dir());
        assert!(!processes_naming(&folder).is_empty());
        assert!(timeout(Duration::from_millis(50), launched.exited()).await.is_err());

        launched.end().await;

        timeout(Duration::from_secs(1), launched.exited())
            .await
            .expect("known to have ended");
        assert!(
            launched.has_exited() && launched.exit_summary().contains("signal"),
            "{}",
            launched.exit_summary()
        );
        assert_gone(&folder, Duration::from_millis(500)).await;
        launched.end().await;
    }
}

#[tokio::test]
async fn two_browsers_live_side_by_side() {
    let options = options(BrowserKind::Chromium);
    let (one, other) = tokio::join!(needs::browser(&options), needs::browser(&options));
    let (Some(one), Some(other)) = (one, other) else { return };
    assert_ne!(one.endpoint(), other.endpoint());
    assert_ne!(one.data_dir(), other.data_dir());
    one.end().await;
    assert_answers(&other).await;
    other.end().await;
}

#[tokio::test]
async fn dropping_ends_it() {
    for browser in BROWSERS {
        let Some(launched) = needs::browser(&options(browser)).await else {
            continue;
        };
        let folder = session_folder(&launched);
        drop(launched);
        assert_gone(&folder, Duration::from_secs(10)).await;
    }
}

#[tokio::test]
async fn a_killed_browser_is_noticed() {
    let Some(launched) = needs::browser(&options(BrowserKind::Chromium)).await else {
        return;
    };
    let pid = launched.pid().to_string();
    assert!(Command::new("kill").args(["-KILL", &pid]).status().unwrap().success());
    tokio::join!(launched.exited(), launched.exited());
    assert!(launched.exit_summary().contains("signal: 9"), "{}", launched.exit_summary());
    let folder = session_folder(&launched);
    launched.end().await;
    assert_gone(&folder, Duration::from_millis(500)).await;
}

#[tokio::test]
async fn a_cancelled_end_can_be_repeated() {
    let Some(launched) = needs::browser(&options(BrowserKind::Chromium)).await else {
        return;
    };
    launched.expect_close();
    // The browser was not asked to close, so it gets the whole grace period.
    assert!(timeout(Duration::from_millis(100), launched.end()).await.is_err());
    let folder = session_folder(&launched);
    launched.end().await;
    assert_gone(&folder, Duration::from_millis(500)).await;
}

#[tokio::test]
async fn a_cancelled_launch_leaves_nothing() {
    let temporary = tempfile::tempdir().unwrap();
    let marker = temporary.path().join("marker");
    let script = script(
        temporary.path(),
        &format!("echo \"$TMPDIR\" > {}; exec sleep 60", marker.display()),
    );
    let options = LaunchOptions::default().executable(script);
    assert!(timeout(Duration::from_millis(500), launch(&options)).await.is_err());
    let scratch = fs::read_to_string(marker).unwrap();
    assert_gone(Path::new(scratch.trim()).parent().unwrap(), Duration::from_secs(10)).await;
}

#[tokio::test]
async fn twenty_rounds_leave_nothing() {
    let mut folders = Vec::new();
    for round in 0..20 {
        let Some(launched) = needs::browser(&options(BROWSERS[round % 2])).await else {
            continue;
        };
        folders.push(session_folder(&launched));
        launched.end().await;
    }
    for folder in folders {
        assert_gone(&folder, Duration::from_millis(500)).await;
    }
}

#[tokio::test]
async fn a_kept_profile_stays_and_serves_one_at_a_time() {
    for browser in BROWSERS {
        let home = tempfile::tempdir().unwrap();
        let profile = home.path().join("profile");
        let options = options(browser).profile(Profile::Kept(profile.clone()));
        let Some(launched) = needs::browser(&options).await else {
            continue;
        };
        assert_eq!(launched.data_dir(), profile);
        let folder = session_folder(&launched);

        let error = failure(&options).await;
        assert_eq!(error.kind(), &ErrorKind::LaunchFailed);
        assert!(error.context().contains("in use"), "{error}");
        assert_answers(&launched).await;

        launched.end().await;
        assert_gone(&folder, Duration::from_millis(500)).await;
        assert!(profile.is_dir() && !profile.join("user.js").exists());
        let preferences = fs::read_to_string(profile.join("prefs.js")).unwrap_or_default();
        assert!(!preferences.contains("remote.prefs.recommended"), "{preferences}");

        let again = needs::browser(&options).await.expect("the lock is gone");
        assert_answers(&again).await;
        again.end().await;
    }
}

/// Run as the owner process of [`a_killed_owner_leaves_nothing`]: starts a browser, prints its
/// session's folder, and waits to be killed.
#[tokio::test]
async fn owner_process() {
    let Ok(name) = std::env::var("UIPILOT_TEST_OWNER") else {
        return;
    };
    let launched = needs::browser(&options(BrowserKind::parse(&name).unwrap().0)).await;
    println!(
        "owner: {}",
        launched
            .as_ref()
            .map_or(String::new(), |launched| session_folder(launched).display().to_string())
    );
    std::future::pending::<()>().await;
}

#[tokio::test]
async fn a_killed_owner_leaves_nothing() {
    for browser in ["chromium", "firefox"] {
        let mut owner = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "owner_process", "--nocapture"])
            .env("UIPILOT_TEST_OWNER", browser)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(owner.stdout.take().unwrap()).lines().map_while(Result::ok);
        // The test harness writes its own text at the start of the line.
        let folder = lines.find_map(|line| line.split_once("owner: ").map(|(_, folder)| folder.to_owned()));
        let folder = folder.expect("the owner says where");
        if !folder.is_empty() {
            assert!(!processes_naming(Path::new(&folder)).is_empty());
        }
        owner.kill().unwrap();
        owner.wait().unwrap();
        if !folder.is_empty() {
            assert_gone(Path::new(&folder), Duration::from_secs(10)).await;
        }
    }
}

/// Writes an executable shell script.
fn script(folder: &Path, body: &str) -> PathBuf {
    let path = folder.join("browser.sh");
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[tokio::test]
async fn a_missing_executable_is_explained() {
    let options = LaunchOptions::default().executable("/nowhere/chromium");
    let error = failure(&options).await;
    assert_eq!(error.kind(), &ErrorKind::BrowserNotFound);
    assert!(error.context().contains("/nowhere/chromium"), "{error}");
}

#[tokio::test]
async fn a_file_that_is_no_program_is_explained() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("chromium");
    fs::write(&path, "\u{1}\u{2}no program").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let error = failure(&LaunchOptions::default().executable(path)).await;
    assert_eq!(error.kind(), &ErrorKind::LaunchFailed);
    assert!(error.to_string().contains("could not start"), "{error}");
}

#[tokio::test]
async fn an_executable_that_ends_at_once_is_explained() {
    let error = failure(&LaunchOptions::default().executable("/bin/false")).await;
    assert_eq!(error.kind(), &ErrorKind::LaunchFailed);
    assert!(error.context().contains("exit status: 1"), "{error}");

    let temporary = tempfile::tempdir().unwrap();
    let path = script(temporary.path(), "printf 'no \\033[1mlibrary\\n' >&2; exit 127");
    let error = failure(&LaunchOptions::default().executable(path)).await;
    assert!(
        error.context().contains("no [1mlibrary") && error.next_step().to_string().contains("library"),
        "{error}"
    );
}

#[tokio::test]
async fn an_executable_that_never_answers_is_given_up() {
    let temporary = tempfile::tempdir().unwrap();
    let path = script(temporary.path(), "echo waiting >&2; sleep 60 & sleep 60");
    let options = LaunchOptions::default()
        .executable(path.clone())
        .timeout(Duration::from_millis(300));
    let begun = Instant::now();
    let error = failure(&options).await;
    assert_eq!(error.kind(), &ErrorKind::LaunchFailed);
    assert!(
        error.context().contains("within 300ms") && error.context().contains("waiting"),
        "{error}"
    );
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    assert_eq!(processes_naming(&path), Vec::<String>::new());
}

#[tokio::test]
async fn the_file_stands_in_for_the_output() {
    let temporary = tempfile::tempdir().unwrap();
    let body = r#"for argument; do case $argument in --user-data-dir=*) profile=${argument#*=} ;; esac; done
printf '4321\n/devtools/browser/abc' > "$profile/DevToolsActivePort"
exec sleep 60"#;
    let options = LaunchOptions::default().executable(script(temporary.path(), body));
    let launched = launch(&options).await.unwrap();
    assert_eq!(launched.endpoint(), "ws://127.0.0.1:4321/devtools/browser/abc");
    launched.end().await;
}

/// A measurement, not a check: prints how long a start takes.
#[tokio::test]
#[ignore = "a measurement"]
async fn measure_the_start() {
    for browser in BROWSERS {
        let mut times = Vec::new();
        let mut ends = Vec::new();
        for _ in 0..7 {
            let begun = Instant::now();
            let Some(launched) = needs::browser(&options(browser)).await else {
                break;
            };
            times.push(begun.elapsed());
            let begun = Instant::now();
            launched.end().await;
            ends.push(begun.elapsed());
        }
        times.sort();
        ends.sort();
        if let (Some(start), Some(end)) = (times.get(3), ends.get(3)) {
            eprintln!("{browser}: start {start:?} ({:?} to {:?}), end {end:?}", times[0], times[6]);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_closed_while_its_browser_starts_ends_the_start() {
    for browser in BROWSERS {
        let Some(available) = needs::browser(&options(browser)).await else {
            continue;
        };
        available.end().await;
        let mark = PathBuf::from(format!("closed-while-starting-{browser:?}-{}", std::process::id()));
        let launch = options(browser).env([("UIPILOT_TEST_MARK".to_owned(), mark.display().to_string())].into());
        let session = Session::open(SessionOptions::default().launch(launch)).unwrap();
        let starting = tokio::spawn({
            let session = session.clone();
            async move { session.start().await }
        });
        while processes_naming(&mark).is_empty() && !starting.is_finished() {
            tokio::task::yield_now().await;
        }
        session.close().await;
        let error = starting.await.unwrap().expect_err("closed");
        assert_eq!(*error.kind(), ErrorKind::SessionEnded, "{error}");
        assert_gone(&mark, Duration::from_secs(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_does_not_answer_is_given_up_by_the_deadline_of_the_call() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = silent.local_addr().unwrap().port();
    for endpoint in [format!("http://127.0.0.1:{port}"), format!("ws://127.0.0.1:{port}/")] {
        let mut options = SessionOptions::default().attach(AttachOptions::new(&endpoint));
        options.action_timeout = Duration::from_millis(500);
        let began = Instant::now();
        let session = Session::open(options).unwrap();
        let Err(error) = call_session(&session, "pages", "{}").await else {
            panic!("{endpoint} answered");
        };
        assert_eq!(*error.kind(), ErrorKind::ConnectFailed, "{error}");
        assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_of_a_session_ends_by_its_deadline() {
    for browser in BROWSERS {
        let Some(available) = needs::browser(&options(browser)).await else {
            continue;
        };
        available.end().await;
        let mut session = SessionOptions::default().launch(options(browser));
        session.action_timeout = Duration::from_secs(1);
        let session = Session::open(session).unwrap();
        let url = "data:text/html,<button>Stuck</button><script>setTimeout(() => { for (;;); }, 100)</script>";
        session.new_page(url).await.unwrap();
        let error = loop {
            let began = Instant::now();
            match session.snapshot(&SnapshotOptions::default()).await {
                Ok(_) => {}
                Err(error) => {
                    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
                    break error;
                }
            }
        };
        assert_eq!(*error.kind(), ErrorKind::Timeout, "{error}");
        session.close().await;
    }
}
