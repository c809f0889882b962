//! Runs every target on its corpus and on mutations of it.
//!
//! `UIPILOT_FUZZ_SECONDS` says how long each target runs; without it, one round of mutations is tried.
//! `MUTATIS_CHECK_SEED` repeats a run.

use super::TARGETS;
use mutatis::check::Check;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The mutations of a round. Mutations of one round build on each other; each round begins with the corpus.
const ROUND: usize = 300;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus")
}

fn seconds() -> u64 {
    let given = std::env::var("UIPILOT_FUZZ_SECONDS").unwrap_or_default();
    given.parse().unwrap_or(0)
}

/// The lines of an input. Mutations insert, remove and swap lines and bytes.
type Lines = Vec<Vec<u8>>;

fn check(name: &str) {
    let target = |lines: &Lines| -> Result<(), String> {
        super::run(name, &lines.join(&b'\n'));
        Ok(())
    };
    let files = fs::read_dir(corpus().join(name)).expect("a corpus");
    let inputs: Vec<Lines> = files
        .map(|file| fs::read(file.expect("a file").path()).expect("an input"))
        .map(|input| input.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect())
        .collect();
    let end = Instant::now() + Duration::from_secs(seconds());
    loop {
        let checked = Check::new().iters(ROUND).max_shrink_iters(2_000).run_with(
            mutatis::mutators::default::<Lines>(),
            inputs.clone(),
            target,
        );
        if let Err(error) = checked {
            panic!("{name}: {}", described(&error));
        }
        if Instant::now() >= end {
            break;
        }
    }
}

/// The failed input as text.
fn described(error: &mutatis::check::CheckError<Lines>) -> String {
    match error {
        mutatis::check::CheckError::Failed(failure) => {
            let input = failure.value.join(&b'\n');
            format!("{} on {:?} ({input:02x?})", failure.message, String::from_utf8_lossy(&input))
        }
        other => other.to_string(),
    }
}

macro_rules! targets {
    ($($(#[$cfg:meta])? $name:ident)*) => {
        $(
            $(#[$cfg])?
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        #[test]
        fn every_target_has_a_corpus_and_is_run() {
            let known: BTreeSet<_> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
            let tested: BTreeSet<_> = [$($(#[$cfg])? stringify!($name)),*].map(str::to_owned).into();
            assert_eq!(known, tested);
            let folders = fs::read_dir(corpus()).expect("a corpus");
            let folders: BTreeSet<_> = folders
                .map(|folder| folder.expect("a folder").file_name().to_string_lossy().into_owned())
                .collect();
            assert!(known.is_subset(&folders), "{known:?} {folders:?}");
        }
    };
}

targets! {
    address
    answers
    bidi
    cdp
    cursor
    #[cfg(all(feature = "desktop", target_os = "linux"))]
    dbus
    #[cfg(feature = "desktop")]
    desktop
    envelope
    keys
    locator
    #[cfg(feature = "relay")]
    relay
    text
    walk
}
