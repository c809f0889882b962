//! Runs every target on its corpus and on mutations of it.
//!
//! `UIPILOT_FUZZ_SECONDS` says how long each target runs; without it, one round of mutations is tried.
//! `UIPILOT_FUZZ_SEED` is the seed of the first round, each further round has the next number. Without it, the first seed
//! is 1: a check of a change fails because of the change, and not by chance. Long runs begin elsewhere.

use super::TARGETS;
use mutatis::check::{Check, CheckError};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, Instant};

/// The mutations of a round. Mutations of one round build on each other; each round begins with the corpus.
const ROUND: usize = 300;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus")
}

fn setting(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(otherwise, |given| given.parse().expect("a number"))
}

thread_local! {
    /// The last panic of the target that this thread tries, with its place. `None` outside of a target.
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the panics of a target instead of printing each: a failed input panics once for each step that makes it smaller.
fn keep_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let is_kept = LAST_PANIC.with_borrow_mut(|last| {
                let kept = last.as_mut().map(|last| *last = panic.to_string());
                kept.is_some()
            });
            if !is_kept {
                print(panic);
            }
        }));
    });
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
    let end = Instant::now() + Duration::from_secs(setting("UIPILOT_FUZZ_SECONDS", 0));
    keep_panics();
    for seed in setting("UIPILOT_FUZZ_SEED", 1).. {
        LAST_PANIC.set(Some(String::new()));
        let checked = Check::new().iters(ROUND).seed(seed).max_shrink_iters(2_000).run_with(
            mutatis::mutators::default::<Lines>(),
            inputs.clone(),
            target,
        );
        let panic = LAST_PANIC.take().unwrap_or_default();
        if let Err(error) = checked {
            panic!("{name}, seed {seed}: {panic}\n{}", described(&error));
        }
        if Instant::now() >= end {
            break;
        }
    }
}

/// The failed input as text.
fn described(error: &CheckError<Lines>) -> String {
    match error {
        CheckError::Failed(failure) => {
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
    network
    reading
    #[cfg(feature = "relay")]
    relay
    text
    walk
}
