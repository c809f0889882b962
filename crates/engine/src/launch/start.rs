//! The steps of starting a browser, and the errors of each.

use super::find::{Finder, Found, Os, file_fact};
use super::folders::{SHORT_BASE, SessionFolder, sweep};
use super::host::{Host, session_base};
use super::keeper::{self, Keeper};
use super::launched::Launched;
use super::names::Family;
use super::process::BrowserProcess;
use super::{LaunchOptions, Profile, chromium, environment, firefox};
use crate::endpoint::Endpoint;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::text::quote;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The interval between looks for the file with the address.
const FILE_INTERVAL: Duration = Duration::from_millis(100);

/// Switches that would break the session, and the option to use instead.
const REFUSED: &[(&str, &str)] = &[
    ("--user-data-dir", "profile"),
    ("-profile", "profile"),
    ("--profile", "profile"),
    ("-P", "profile"),
    ("--remote-debugging-pipe", "arguments"),
];

/// Finds a browser, starts it and waits until it accepts connections.
///
/// # Errors
/// `BrowserNotFound`, naming every location searched; `InvalidInput` for options that cannot work (a folder as
/// executable, a profile in use, a window without a display); `LaunchFailed` with the browser's last output if it
/// exits or does not accept connections in time; `Io` if its folder cannot be created.
pub async fn launch(options: &LaunchOptions) -> Result<Launched> {
    let began = Instant::now();
    check_arguments(options)?;
    let finder = Finder {
        os: Os::current(),
        env: &|name| std::env::var(name).ok(),
        look: &file_fact,
    };
    let found = finder.find(options)?;
    let host = Host::look(&found.executable);
    check_display(options, host)?;

    let base = session_base(&found.executable);
    let mut launched = spawn(options, found, host, &base)?;
    match wait_for_endpoint(&launched, options).await {
        Ok(endpoint) => launched.endpoint = endpoint,
        Err(error) => {
            launched.end().await;
            return Err(error);
        }
    }
    tracing::info!(
        executable = %launched.executable.display(), pid = launched.pid(), endpoint = %Endpoint::from(launched.endpoint.as_str()),
        took = ?began.elapsed(), "started a browser"
    );
    // After the start, so as not to delay it.
    tokio::task::spawn_blocking(move || {
        sweep(&base, &keeper::is_alive);
        if cfg!(target_os = "linux") && base != Path::new(SHORT_BASE) {
            sweep(Path::new(SHORT_BASE), &keeper::is_alive);
        }
    });
    Ok(launched)
}

fn check_arguments(options: &LaunchOptions) -> Result<()> {
    for argument in &options.arguments {
        let refused = REFUSED.iter().find(|(switch, _)| chromium::is_switch(argument, switch));
        if let Some((switch, option)) = refused {
            let error = EngineError::new(
                ErrorKind::InvalidInput,
                format!("the browser argument {switch} cannot be given"),
            );
            return Err(match *option {
                "profile" => error.with_next_step("use the `profile` option, so that the session knows the folder"),
                _ => error.with_next_step("leave it out: the browser is driven over a socket"),
            });
        }
        if argument.contains('\0') {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("the browser argument {} has a zero character in it", quote(argument)),
            ));
        }
    }
    Ok(())
}

fn check_display(options: &LaunchOptions, host: Host) -> Result<()> {
    if options.headless || !host.no_display {
        return Ok(());
    }
    Err(EngineError::new(
        ErrorKind::InvalidInput,
        "a browser with a window was asked for, and there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set",
    )
    .with_next_step("start it headless, or inside a desktop session, or under `xvfb-run`"))
}

/// Creates the folders and starts the process. Once the keeper runs, dropping it cleans up.
fn spawn(options: &LaunchOptions, found: Found, host: Host, base: &Path) -> Result<Launched> {
    environment::check(&options.env)?;
    let Found { executable, family } = found;
    let folder = SessionFolder::create(base)?;
    let keeper = Keeper::start(&folder.all()).inspect_err(|_| {
        // The first error is the one to report. A later sweep removes what remains.
        let _ = folder.remove();
    });
    let keeper = keeper.or_kind(
        ErrorKind::LaunchFailed,
        "could not start the guard that ends the browser with us",
    )?;

    let data_dir = data_dir(options, &folder)?;
    check_unused(family, &data_dir)?;
    let has_own_preferences = family == Family::Firefox && options.profile != Profile::Temporary;
    let preferences = has_own_preferences.then(|| firefox::SavedPreferences::remember(&data_dir));
    let mut command = Command::new(&executable);
    environment::clean(&mut command);
    let parse: fn(&str) -> Option<String> = match family {
        Family::Chromium => {
            match options.profile {
                Profile::Temporary => chromium::prepare_fresh(&data_dir)?,
                Profile::Kept(_) => chromium::prepare_persistent(&data_dir),
            }
            command.args(chromium::arguments(options, host, &data_dir));
            chromium::endpoint
        }
        Family::Firefox => {
            firefox::prepare(options, &data_dir, &folder.downloads())?;
            command
                .args(firefox::arguments(options, &data_dir))
                .envs(firefox::ENVIRONMENT.iter().copied());
            firefox::endpoint
        }
    };
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    if let Some(scratch) = folder.scratch()
        && Os::current() == Os::Linux
    {
        // The temporary files of a killed browser then go away with the session.
        command.env("TMPDIR", scratch);
    }

    command.envs(&options.env);

    let unsandboxed = family == Family::Chromium
        && (host.no_sandbox
            || options
                .arguments
                .iter()
                .any(|given| chromium::is_switch(given, "--no-sandbox")));
    if unsandboxed {
        tracing::warn!(
            "the browser runs without its sandbox: this process is root or may not create user namespaces. A page that breaks out of its process has the rights of this user"
        );
    }
    #[cfg(unix)]
    let (pipe, their_end) = if family == Family::Chromium && options.pipe {
        let (pipe, their_end) =
            super::pipe::attach(&mut command).or_kind(ErrorKind::LaunchFailed, "could not make a pipe for the browser")?;
        (Some(pipe), Some(their_end))
    } else {
        (None, None)
    };

    let process = BrowserProcess::start(command, keeper, parse).map_err(|error| {
        EngineError::new(ErrorKind::LaunchFailed, format!("could not start {}", executable.display()))
            .with_source(error)
            .with_next_step("check that it is a browser for this system, or name another `executable`")
    })?;
    #[cfg(unix)]
    drop(their_end);
    Ok(Launched {
        endpoint: String::new(),
        #[cfg(unix)]
        pipe: pipe.into(),
        unsandboxed,
        headless: options.headless,
        executable,
        family,
        data_dir,
        download_dir: folder.downloads(),
        is_kept: options.profile != Profile::Temporary,
        preferences,
        process,
        folder: Arc::new(folder),
        close_requested: false.into(),
        cleaned: false.into(),
    })
}

fn data_dir(options: &LaunchOptions, folder: &SessionFolder) -> Result<PathBuf> {
    let Profile::Kept(path) = &options.profile else {
        return Ok(folder.profile());
    };
    let context = || format!("could not use the profile folder {}", quote(&path.to_string_lossy()));
    let path = std::path::absolute(path).or_kind(ErrorKind::InvalidInput, context())?;
    std::fs::create_dir_all(&path).or_kind(ErrorKind::Io, context())?;
    Ok(path)
}

fn check_unused(family: Family, profile: &Path) -> Result<()> {
    let in_use = match family {
        Family::Chromium => chromium::is_in_use(profile),
        Family::Firefox => firefox::is_in_use(profile),
    };
    if !in_use {
        return Ok(());
    }
    Err(EngineError::new(
        ErrorKind::LaunchFailed,
        format!(
            "the profile {} is in use by a running {family}",
            quote(&profile.to_string_lossy())
        ),
    )
    .with_next_step("close that browser, attach to it, or use another profile"))
}

/// Waits for the address, the exit of the process, or the time limit.
async fn wait_for_endpoint(launched: &Launched, options: &LaunchOptions) -> Result<String> {
    let process = &launched.process;
    tokio::select! {
        biased;
        () = answers_on_pipe(launched) => Ok(String::new()),
        endpoint = process.endpoint() => Ok(endpoint),
        endpoint = endpoint_on_disk(launched) => Ok(endpoint),
        () = process.ended() => {
            process.last_words().await;
            Err(ended_too_early(launched, options))
        }
        () = tokio::time::sleep(options.timeout) => {
            let context = format!(
                "{} was started and did not listen within {:?}; {}",
                launched.executable.display(), options.timeout, launched.exit_summary()
            );
            Err(EngineError::new(ErrorKind::LaunchFailed, context)
                .with_next_step("check that it is a browser with automation support, or allow more time"))
        }
    }
}

/// Waits until a browser answers on its pipe. For one without a pipe, the wait does not end.
async fn answers_on_pipe(launched: &Launched) {
    #[cfg(unix)]
    if let Some(mut pipe) = launched.take_pipe() {
        pipe.greet().await;
        let mut slot = launched.pipe.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *slot = Some(pipe);
        return;
    }
    #[cfg(not(unix))]
    let _ = launched;
    std::future::pending::<()>().await;
}

async fn endpoint_on_disk(launched: &Launched) -> String {
    if launched.family == Family::Firefox {
        return std::future::pending().await;
    }
    loop {
        tokio::time::sleep(FILE_INTERVAL).await;
        if let Some(endpoint) = chromium::endpoint_on_disk(&launched.data_dir) {
            return endpoint;
        }
    }
}

fn ended_too_early(launched: &Launched, options: &LaunchOptions) -> EngineError {
    // Another browser may have taken the profile while this one started.
    if launched.is_kept
        && let Err(error) = check_unused(launched.family, &launched.data_dir)
    {
        return error.besides(&format!("the one that was started ended: {}", launched.exit_summary()));
    }
    let status = launched.process.exit_status();
    let next_step = if status.and_then(|status| status.code()) == Some(127) {
        // Exit code 127 by convention of shells and the dynamic linker.
        "install the library or program that is named as missing, or install the browser with a package manager"
    } else if launched.is_kept && status.is_some_and(|status| status.success()) {
        "close other browsers that use this profile (the start was probably handed over to one), or use another profile"
    } else {
        match (launched.process.has_spoken(), options.headless) {
            (true, true) => "read the browser's output above; check the executable, its arguments and the profile",
            (true, false) => "read the browser's output above; check the display, or start it headless",
            (false, true) => "check the executable, its arguments and the profile",
            (false, false) => "check the display, or start it headless",
        }
    };
    let context = format!(
        "{} was started and ended before it listened; {}",
        launched.executable.display(),
        launched.exit_summary()
    );
    EngineError::new(ErrorKind::LaunchFailed, context).with_next_step(next_step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_that_break_the_session_are_refused() {
        for argument in ["--user-data-dir=/x", "--profile", "-P", "--remote-debugging-pipe", "--a\0b"] {
            let options = LaunchOptions {
                arguments: vec![argument.to_owned()],
                ..LaunchOptions::default()
            };
            let error = check_arguments(&options).expect_err(argument);
            assert_eq!(error.kind(), &ErrorKind::InvalidInput, "{argument}");
        }
        let options = LaunchOptions {
            arguments: vec!["--profile-directory=Work".into()],
            ..LaunchOptions::default()
        };
        check_arguments(&options).expect("another switch");
    }

    #[test]
    fn a_window_needs_a_display() {
        let host = Host {
            no_display: true,
            ..Host::default()
        };
        check_display(&LaunchOptions::default(), host).expect("headless needs none");
        let headed = LaunchOptions {
            headless: false,
            ..LaunchOptions::default()
        };
        check_display(&headed, Host::default()).expect("there is one");
        let error = check_display(&headed, host).expect_err("there is none");
        assert!(error.context().contains("DISPLAY") && error.next_step().to_string().contains("headless"));
    }
}
