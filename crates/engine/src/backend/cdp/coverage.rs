//! Which code of a page runs, and which rules of its style sheets apply.
//!
//! Scripts are counted by isolate: by each instance of V8, which the frames of one process share. To begin in a second session of
//! an isolate would set back what the first one has counted, and to end in one would end it for all. So one session counts for
//! each isolate, and its answer has the scripts of all frames there. Style sheets are counted by session.

mod counters;

use self::counters::Counters;
use super::emulation::go_on;
use super::overrides::Needs;
use super::page::CdpPage;
use super::tree::{FrameTree, SessionId};
use crate::backend::Page as _;
use crate::backend::wire::{Command, Event, ReplyResult, WireError, parse, read};
use crate::error::{EngineError, ErrorKind, Result};
use crate::report::{CoverageKind, CoveredFile};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// How many files are told at most. Pages can make any number of scripts.
const MOST_FILES: usize = 2_000;
/// How many style sheets are noted at most.
const MOST_SHEETS: usize = 10_000;

/// What is noted of a page.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    running: bool,
    sheets: HashMap<(SessionId, String), Sheet>,
    counters: Counters,
}

#[derive(Deserialize)]
struct IsolateId {
    id: String,
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
struct Scripts {
    result: Vec<Script>,
}

#[derive(Deserialize)]
struct Script {
    url: String,
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Function {
    ranges: Vec<CountedRange>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CountedRange {
    start_offset: u64,
    end_offset: u64,
    count: u64,
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

fn begin() -> [Command; 4] {
    [
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
fn end(attach: Command) -> [Command; 5] {
    [
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
    pub(super) fn covers_next(&self) {
        if !self.coverage.look(|coverage| coverage.running) {
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
        self.coverage.change(|coverage| coverage.running = true);
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

    pub(super) async fn end_coverage(&self) -> Result<Vec<CoveredFile>> {
        self.refuse_ended()?;
        if !self.coverage.look(|coverage| coverage.running) {
            return Err(
                EngineError::new(ErrorKind::InvalidInput, "no coverage of this page is being noted")
                    .with_next_step("start it first"),
            );
        }
        let _running = Running { page: self, keep: false };
        let mut files = Files::default();
        let sessions: Vec<_> = std::iter::once(Arc::clone(&self.session))
            .chain(self.other_sessions())
            .collect();
        let counting = |session: &SessionId| self.coverage.look(|coverage| coverage.counters.counts(session));
        let counting: Vec<bool> = sessions.iter().map(counting).collect();
        let asked = sessions.iter().zip(&counting).flat_map(|(session, counts)| {
            let take = counts.then(|| Command::new("Profiler.takePreciseCoverage", json!({})));
            let stop = Command::new("CSS.stopRuleUsageTracking", json!({}));
            take.into_iter().chain([stop]).map(|command| command.on(session))
        });
        let mut replies = self.uninterrupted(self.wire.batch(asked.collect())).await?.into_iter();
        for (session, counts) in sessions.iter().zip(counting) {
            let scripts = counts.then(|| told::<Scripts>("Profiler.takePreciseCoverage", replies.next()));
            let rules = told::<Rules>("CSS.stopRuleUsageTracking", replies.next());
            let is_own = *session == self.session;
            // A frame may be gone; the page itself may not.
            match scripts {
                Some(Ok(scripts)) => scripts.result.iter().for_each(|script| files.add_script(script)),
                Some(Err(error)) if is_own => return Err(error.into()),
                Some(Err(error)) => tracing::debug!(%error, "the scripts of a frame were left out of the coverage"),
                None => {}
            }
            match rules {
                Ok(rules) => self.add_sheets(session, &rules.rule_usage, &mut files).await?,
                Err(error) if is_own => return Err(error.into()),
                Err(error) => tracing::debug!(%error, "the style sheets of a frame were left out of the coverage"),
            }
        }
        Ok(files.told())
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

/// The files of a page, those of one address and one length together. The first part of a key says whether it is a style sheet.
#[derive(Default)]
struct Files(BTreeMap<(bool, String, u64), Vec<[u64; 2]>>);

impl Files {
    fn add_script(&mut self, script: &Script) {
        let ranges: Vec<CountedRange> = script
            .functions
            .iter()
            .flat_map(|function| &function.ranges)
            .copied()
            .collect();
        let length = ranges.iter().map(|range| range.end_offset).max().unwrap_or(0);
        self.add(CoverageKind::Script, &script.url, length, used_of(ranges));
    }

    fn add(&mut self, kind: CoverageKind, url: &str, length: u64, used: Vec<[u64; 2]>) {
        // What has no address is made by a script, or is ours.
        let is_loaded = ["http:", "https:", "file:", "blob:", "data:"]
            .iter()
            .any(|scheme| url.starts_with(scheme));
        if length > 0 && is_loaded {
            self.0
                .entry((kind == CoverageKind::Style, url.to_owned(), length))
                .or_default()
                .extend(used);
        }
    }

    /// Those with the most that is unused, first.
    fn told(self) -> Vec<CoveredFile> {
        let each = self.0.into_iter().map(|((is_style, url, length), ranges)| {
            let used = joined(ranges);
            CoveredFile {
                kind: if is_style { CoverageKind::Style } else { CoverageKind::Script },
                url,
                length,
                used_length: used.iter().map(|[from, to]| to - from).sum(),
                used,
            }
        });
        let mut files: Vec<_> = each.collect();
        files.sort_by_key(|file| std::cmp::Reverse(file.length.saturating_sub(file.used_length)));
        files.truncate(MOST_FILES);
        files
    }
}

/// The parts that ran. Of nested ranges the innermost one counts.
fn used_of(mut ranges: Vec<CountedRange>) -> Vec<[u64; 2]> {
    ranges.sort_by_key(|range| (range.start_offset, std::cmp::Reverse(range.end_offset)));
    let mut used = Vec::new();
    let mut open: Vec<CountedRange> = Vec::new();
    let mut at = 0;
    let mut pass = |at: &mut u64, to: u64, count: u64| {
        if count > 0 && to > *at {
            used.push([*at, to]);
        }
        *at = to.max(*at);
    };
    for range in ranges {
        while let Some(inner) = open.pop_if(|inner| inner.end_offset <= range.start_offset) {
            pass(&mut at, inner.end_offset, inner.count);
        }
        let around = open.last().map_or(0, |around| around.count);
        pass(&mut at, range.start_offset, around);
        open.push(range);
    }
    while let Some(inner) = open.pop() {
        pass(&mut at, inner.end_offset, inner.count);
    }
    used
}

/// Ranges in order, those that touch as one.
fn joined(mut ranges: Vec<[u64; 2]>) -> Vec<[u64; 2]> {
    ranges.sort_unstable();
    let mut out: Vec<[u64; 2]> = Vec::with_capacity(ranges.len());
    for [from, to] in ranges {
        match out.last_mut() {
            Some(last) if from <= last[1] => last[1] = last[1].max(to),
            _ => out.push([from, to]),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start_offset: u64, end_offset: u64, count: u64) -> CountedRange {
        CountedRange {
            start_offset,
            end_offset,
            count,
        }
    }

    #[test]
    fn of_nested_ranges_the_innermost_counts() {
        let used = used_of(vec![
            range(0, 100, 1),
            range(10, 50, 0),
            range(20, 30, 1),
            range(60, 70, 0),
            range(90, 100, 0),
        ]);
        assert_eq!(used, [[0, 10], [20, 30], [50, 60], [70, 90]]);
        assert_eq!(used_of(Vec::new()), [[0_u64; 2]; 0]);
        assert_eq!(used_of(vec![range(0, 9, 0)]), [[0_u64; 2]; 0]);
    }

    #[test]
    fn one_file_in_two_frames_is_used_where_either_uses_it() {
        let mut files = Files::default();
        files.add(CoverageKind::Style, "https://a.test/a.css", 100, vec![[0, 10], [10, 20]]);
        files.add(CoverageKind::Style, "https://a.test/a.css", 100, vec![[15, 30], [90, 95]]);
        files.add(CoverageKind::Style, "https://a.test/b.css", 500, Vec::new());
        files.add(CoverageKind::Script, "", 500, Vec::new());
        files.add(CoverageKind::Script, "chrome-extension://x/y.js", 500, Vec::new());
        let told = files.told();
        let short: Vec<_> = told.iter().map(|file| (file.url.as_str(), file.used_length)).collect();
        assert_eq!(short, [("https://a.test/b.css", 0), ("https://a.test/a.css", 35)]);
        assert_eq!(told[1].used, [[0, 30], [90, 95]]);
    }
}
