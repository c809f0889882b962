//! Which code of a page runs, and which rules of its style sheets apply.
//!
//! Scripts are counted by isolate: by each instance of V8, which the frames of one process share. To begin in a second session of
//! an isolate would set back what the first one has counted, and to end in one would end it for all. So one session counts for
//! each isolate, and its answer has the scripts of all frames there. Style sheets are counted by session.

mod counters;
mod files;

use self::counters::Counters;
use self::files::{Files, Scripts};
use super::emulation::go_on;
use super::overrides::Needs;
use super::page::CdpPage;
use super::tree::{FrameTree, SessionId};
use crate::backend::wire::{Command, DEFAULT_LIMIT, Event, ReplyResult, WireError, parse, read};
use crate::backend::{Covered, Page as _};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::report::CoverageKind;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// How long a frame in another process may take to tell.
const FRAME_LIMIT: Duration = Duration::from_secs(1);
/// How many style sheets are noted at most.
const MOST_SHEETS: usize = 10_000;
/// How many scripts are noted at most.
const MOST_SCRIPTS: usize = 10_000;

/// What is noted of a page.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    running: bool,
    sheets: HashMap<(SessionId, String), Sheet>,
    /// The lengths of scripts, by address and number.
    scripts: HashMap<(String, String), u64>,
    /// How many documents the page has left.
    documents_left: usize,
    counters: Counters,
}

#[derive(Deserialize)]
struct IsolateId {
    id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ScriptParsed {
    script_id: String,
    url: String,
    #[serde(default)]
    length: f64,
}

#[derive(Debug, Clone)]
struct Sheet {
    url: String,
    length: u64,
}

#[derive(Deserialize)]
struct SheetAdded {
    header: SheetHeader,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SheetHeader {
    style_sheet_id: String,
    #[serde(default, rename = "sourceURL")]
    source_url: String,
    #[serde(default)]
    length: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SheetRemoved {
    style_sheet_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Rules {
    rule_usage: Vec<Rule>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    style_sheet_id: String,
    start_offset: f64,
    end_offset: f64,
    used: bool,
}

/// While its debugger is on, V8 compiles each script anew. Otherwise it takes what it compiled before for another document of the
/// process, without counters for branches, and all of them would seem to be taken.
fn begin() -> [Command; 6] {
    [
        Command::new("Debugger.enable", json!({})),
        Command::new("Debugger.setSkipAllPauses", json!({"skip": true})),
        Command::new("DOM.enable", json!({})),
        Command::new("CSS.enable", json!({})),
        Command::new("CSS.startRuleUsageTracking", json!({})),
        Command::new("Profiler.enable", json!({})),
    ]
}

fn count() -> Command {
    let precise = json!({"callCount": false, "detailed": true});
    Command::new("Profiler.startPreciseCoverage", precise)
}

/// Asks for the isolate of a session. The frames of one isolate answer in order, as one thread runs them.
fn isolate() -> Command {
    Command::new("Runtime.getIsolateId", json!({}))
}

/// What makes the page as fast as it was.
fn end(attach: Command) -> [Command; 6] {
    [
        Command::new("Debugger.disable", json!({})),
        Command::new("Profiler.stopPreciseCoverage", json!({})),
        Command::new("Profiler.disable", json!({})),
        Command::new("CSS.disable", json!({})),
        Command::new("DOM.disable", json!({})),
        attach,
    ]
}

/// Ends what a call began or was ending, however the call ends.
struct Running<'a> {
    page: &'a CdpPage,
    keep: bool,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if !self.keep {
            self.page.coverage.change(|coverage| *coverage = Coverage::default());
            let sessions = self.page.tree.look(FrameTree::sessions);
            let commands = on_each(&sessions, &end(self.page.attach_inner()));
            self.page.wire.post(commands);
        }
    }
}

fn on_each<const N: usize>(sessions: &[SessionId], commands: &[Command; N]) -> Vec<Command> {
    let each = sessions
        .iter()
        .map(|session| commands.clone().map(|command| command.on(session)));
    each.flatten().collect()
}

impl CdpPage {
    /// Notes style sheets that come and go.
    pub(super) fn on_style_sheet(&self, session: &SessionId, event: &Event<'_>) {
        match event.method {
            "CSS.styleSheetAdded" => {
                let Some(SheetAdded { header }) = event.read() else { return };
                let key = (Arc::clone(session), header.style_sheet_id);
                let sheet = Sheet {
                    url: header.source_url,
                    length: whole(header.length),
                };
                self.coverage.change(|coverage| {
                    if coverage.running && coverage.sheets.len() < MOST_SHEETS {
                        coverage.sheets.insert(key, sheet);
                    }
                });
            }
            "CSS.styleSheetRemoved" => {
                let Some(SheetRemoved { style_sheet_id }) = event.read() else {
                    return;
                };
                let key = (Arc::clone(session), style_sheet_id);
                self.coverage.change(|coverage| coverage.sheets.remove(&key));
            }
            _ => {}
        }
    }

    /// Notes the length of a script: what is counted of it may end before.
    pub(super) fn on_script(&self, event: &Event<'_>) {
        let Some(ScriptParsed { script_id, url, length }) = event.read() else {
            return;
        };
        self.coverage.change(|coverage| {
            if coverage.running && !url.is_empty() && coverage.scripts.len() < MOST_SCRIPTS {
                coverage.scripts.insert((url, script_id), whole(length));
            }
        });
    }

    /// What has to be told something before its first script, because of this.
    pub(super) fn needs_of_coverage(&self) -> Needs {
        if self.coverage.look(|coverage| coverage.running) {
            Needs::Frames
        } else {
            Needs::Nothing
        }
    }

    /// Begins in a session of a frame. `waits`: it is stopped before its first script, and then goes on. Answers whether
    /// anything is noted.
    pub(super) fn cover(&self, session: &SessionId, waits: bool) -> bool {
        if !self.coverage.look(|coverage| coverage.running) {
            return false;
        }
        self.wire.post(on_each(std::slice::from_ref(session), &begin()));
        let (coverage, of) = (Arc::clone(&self.coverage), Arc::clone(session));
        self.wire.start_in_order(isolate().on(session), move |wire, reply| {
            let isolate = reply.ok().and_then(|raw| parse::<IsolateId>(&raw).ok());
            let counts = isolate
                .is_some_and(|IsolateId { id }| coverage.change(|coverage| coverage.running && coverage.counters.join(&of, &id)));
            let commands = [counts.then(|| count().on(&of)), waits.then(|| go_on(&of))];
            wire.post(commands.into_iter().flatten().collect());
        });
        true
    }

    /// The page has another document, which may be in another isolate. Those of its frames are told later.
    pub(super) fn covers_next(&self, left: &str) {
        let is_running = self.coverage.change(|coverage| {
            let is_document = coverage.running && left != "about:blank";
            coverage.documents_left += usize::from(is_document);
            coverage.running
        });
        if !is_running {
            return;
        }
        let (coverage, own) = (Arc::clone(&self.coverage), Arc::clone(&self.session));
        self.wire.start_in_order(isolate().on(&self.session), move |_, reply| {
            if let Some(IsolateId { id }) = reply.ok().and_then(|raw| parse(&raw).ok()) {
                coverage.change(|coverage| {
                    if coverage.running {
                        coverage.counters.moves(&own, &id);
                    }
                });
            }
        });
    }

    /// A session is gone, and what it has counted. Another one goes on.
    pub(super) fn leaves_coverage(&self, session: &SessionId) {
        if let Some(next) = self.coverage.change(|coverage| coverage.counters.leave(session)) {
            self.wire.post(vec![count().on(&next)]);
        }
    }

    pub(super) async fn begin_coverage(&self) -> Result<()> {
        self.check()?;
        if self.coverage.look(|coverage| coverage.running) {
            let what = "the coverage of this page is being noted";
            return Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step("stop it first"));
        }
        self.coverage.change(|coverage| {
            coverage.running = true;
            coverage.documents_left = 0;
        });
        let mut running = Running { page: self, keep: false };
        let own = std::slice::from_ref(&self.session);
        // From now on, new frames in other processes wait before their first script, so that it is not missed.
        let sessions = self.tree.look(FrameTree::sessions);
        self.wire.post(on_each(&sessions, &[self.attach_inner()]));
        let mut commands = on_each(own, &begin());
        commands.extend(on_each(own, &[count(), isolate()]));
        let mut last = None;
        for reply in self.uninterrupted(self.wire.batch(commands)).await? {
            let answer: Value = read("Profiler.startPreciseCoverage", reply)?;
            last = answer["id"].as_str().map(str::to_owned);
        }
        let id = last.unwrap_or_default();
        self.coverage.change(|coverage| coverage.counters.moves(&self.session, &id));
        for session in self.other_sessions() {
            self.cover(&session, false);
        }
        running.keep = true;
        Ok(())
    }

    fn other_sessions(&self) -> Vec<SessionId> {
        let sessions = self.tree.look(FrameTree::sessions);
        sessions.into_iter().filter(|session| *session != self.session).collect()
    }

    pub(super) async fn end_coverage(&self) -> Result<Covered> {
        self.refuse_ended()?;
        if !self.coverage.look(|coverage| coverage.running) {
            return Err(
                EngineError::new(ErrorKind::InvalidInput, "no coverage of this page is being noted")
                    .with_next_step("start it first"),
            );
        }
        let _running = Running { page: self, keep: false };
        let mut files = Files::default();
        let (lengths, documents_left) = self
            .coverage
            .change(|coverage| (std::mem::take(&mut coverage.scripts), coverage.documents_left));
        let sessions: Vec<_> = std::iter::once(Arc::clone(&self.session))
            .chain(self.other_sessions())
            .collect();
        let counting = |session: &SessionId| self.coverage.look(|coverage| coverage.counters.counts(session));
        let counting: Vec<bool> = sessions.iter().map(counting).collect();
        let of_frame = deadline::at_most(FRAME_LIMIT);
        let mut left_out = HashSet::new();
        let asked = sessions.iter().zip(&counting).flat_map(|(session, counts)| {
            let take = counts.then(|| Command::new("Profiler.takePreciseCoverage", json!({})));
            let stop = Command::new("CSS.stopRuleUsageTracking", json!({}));
            let limit = if *session == self.session { DEFAULT_LIMIT } else { of_frame };
            take.into_iter()
                .chain([stop])
                .map(move |command| command.on(session).within(limit))
        });
        let mut replies = self.uninterrupted(self.wire.batch(asked.collect())).await?.into_iter();
        for (session, counts) in sessions.iter().zip(counting) {
            let scripts = counts.then(|| told::<Scripts>("Profiler.takePreciseCoverage", replies.next()));
            let rules = told::<Rules>("CSS.stopRuleUsageTracking", replies.next());
            let is_own = *session == self.session;
            // A frame may be gone; the page itself may not.
            match scripts {
                Some(Ok(scripts)) => scripts.result.iter().for_each(|script| files.add_script(script, &lengths)),
                Some(Err(error)) if is_own => return Err(error.into()),
                Some(Err(error)) => {
                    tracing::debug!(%error, "the scripts of a frame were left out of the coverage");
                    left_out.extend(is_late(&error).then_some(session));
                }
                None => {}
            }
            match rules {
                Ok(rules) => self.add_sheets(session, &rules.rule_usage, &mut files).await?,
                Err(error) if is_own => return Err(error.into()),
                Err(error) => {
                    tracing::debug!(%error, "the style sheets of a frame were left out of the coverage");
                    left_out.extend(is_late(&error).then_some(session));
                }
            }
        }
        Ok(Covered {
            files: files.told(),
            frames_left_out: left_out.len(),
            documents_left,
        })
    }

    async fn add_sheets(&self, session: &SessionId, rules: &[Rule], files: &mut Files) -> Result<()> {
        let mut sheets: HashMap<String, Sheet> = self.coverage.look(|coverage| {
            let of_session = coverage.sheets.iter().filter(|((of, _), _)| of == session);
            of_session.map(|((_, id), sheet)| (id.clone(), sheet.clone())).collect()
        });
        let mut used: HashMap<&str, Vec<[u64; 2]>> = HashMap::new();
        for rule in rules.iter().filter(|rule| rule.used) {
            let range = [whole(rule.start_offset), whole(rule.end_offset)];
            used.entry(&rule.style_sheet_id).or_default().push(range);
        }
        // The browser says nothing of the sheets of a document that was left, so they would seem to be unused.
        let silent: Vec<String> = sheets.keys().filter(|id| !used.contains_key(id.as_str())).cloned().collect();
        let asked = silent.iter().map(|id| {
            let params = json!({"styleSheetId": id});
            Command::new("CSS.getStyleSheetText", params).on(session)
        });
        let answers = self.uninterrupted(self.wire.batch(asked.collect())).await?;
        let gone: HashSet<&String> = silent
            .iter()
            .zip(&answers)
            .filter(|(_, answer)| answer.is_err())
            .map(|(id, _)| id)
            .collect();
        sheets.retain(|id, _| !gone.contains(id));
        for (id, sheet) in sheets {
            files.add(
                CoverageKind::Style,
                &sheet.url,
                sheet.length,
                used.remove(id.as_str()).unwrap_or_default(),
            );
        }
        Ok(())
    }
}

fn is_late(error: &WireError) -> bool {
    matches!(error, WireError::Late { .. })
}

fn told<T: DeserializeOwned>(method: &'static str, reply: Option<ReplyResult>) -> std::result::Result<T, WireError> {
    read(
        method,
        reply.unwrap_or_else(|| Err(WireError::Ended { why: "no reply".into() })),
    )
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an offset, which is no larger than a text"
)]
fn whole(number: f64) -> u64 {
    number.max(0.0) as u64
}
