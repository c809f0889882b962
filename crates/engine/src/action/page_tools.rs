//! List and call the tools that the page offers (`WebMCP`).

use super::Target;
use crate::backend::{FrameId, silent};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::page_script::{ListedTools, PageToolsArgs, StartToolArgs, ToolArgs, ToolResult, ToolStarted, encode};
use crate::report::PageTool;
use crate::text::{quote, shorten};
use futures_util::future::join_all;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The longest single wait in the page.
const SLICE: Duration = Duration::from_millis(500);
/// The most tools of a page.
const MOST: usize = 500;

/// A tool and the frame of its document.
pub(crate) struct Offered {
    pub(crate) frame: FrameId,
    pub(crate) tool: PageTool,
}

/// What a page offers.
pub(crate) struct Offers {
    pub(crate) tools: Vec<Offered>,
    pub(crate) more: usize,
    pub(crate) frames_left_out: usize,
}

/// Asks all frames for their tools, or for those with a name.
///
/// # Errors
/// `Unsupported` if the browser has no such interface, or it is off.
pub(crate) async fn page_tools(target: &Target, name: Option<&str>) -> Result<Offers> {
    let args = PageToolsArgs { name };
    let main = target.page.main_frame();
    let frames = target.page.frames().await?;
    let answers = join_all(frames.iter().map(|frame| {
        let (main, args) = (&main, &args);
        async move {
            let ask = target.ask::<ListedTools>(&frame.id, "pageTools", args);
            // Without the page's own document there is no answer. So it has all the time, also where it was busy before.
            if frame.id == *main {
                return ask.await;
            }
            target.ask_one(&frame.id, Duration::ZERO, ask).await
        }
    }))
    .await;
    let mut offers = Offers {
        tools: Vec::new(),
        more: 0,
        frames_left_out: 0,
    };
    for (frame, answer) in frames.iter().zip(answers) {
        let main_frame = frame.id == main;
        let listed = match answer {
            Ok(listed) => listed,
            Err(error) if main_frame => return Err(error),
            Err(error) => {
                tracing::debug!(frame = %frame.id, %error, "a frame did not list its tools");
                offers.frames_left_out += 1;
                continue;
            }
        };
        if main_frame && !listed.supported {
            return Err(off());
        }
        offers.more += listed.more;
        for tool in listed.tools {
            if offers.tools.len() == MOST {
                offers.more += 1;
                continue;
            }
            offers.tools.push(Offered {
                frame: frame.id.clone(),
                tool: PageTool {
                    name: tool.name,
                    title: tool.title,
                    description: tool.description,
                    schema: tool.schema,
                    origin: listed.origin.clone(),
                    main_frame,
                    read_only: tool.read_only,
                    untrusted_content: tool.untrusted_content,
                    consequential: tool.consequential,
                },
            });
        }
    }
    Ok(offers)
}

fn off() -> EngineError {
    let what = "this page has no tools for agents: the browser has no WebMCP, it is switched off, or the page is not served over HTTPS or from this machine";
    EngineError::new(ErrorKind::Unsupported, what)
}

/// The tool with this name in a document of this origin; without an origin, of that of the main document.
///
/// # Errors
/// `InvalidInput` if there is none; `Ambiguous` if several frames have it.
pub(crate) fn choose_tool<'a>(offers: &'a Offers, name: &str, origin: Option<&str>, own: &str) -> Result<&'a Offered> {
    let wanted = origin.unwrap_or(own);
    let named: Vec<_> = offers.tools.iter().filter(|offered| offered.tool.name == name).collect();
    // The main document may be sandboxed, and has not the origin of its address then.
    if let (None, Some(main)) = (origin, named.iter().find(|offered| offered.tool.main_frame)) {
        return Ok(main);
    }
    let fitting: Vec<_> = named.iter().filter(|offered| offered.tool.origin == wanted).collect();
    let shown = quote(&shorten(name, 100));
    let at = quote(&shorten(wanted, 200));
    if let Some(main) = fitting.iter().find(|offered| offered.tool.main_frame) {
        return Ok(main);
    }
    match (&fitting[..], &named[..]) {
        ([only], _) => Ok(only),
        ([], [other, ..]) => {
            let what = format!("no document of the origin {at} offers the tool {shown}");
            let origin = quote(&shorten(&other.tool.origin, 200));
            Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step(format!(
                "a document of {origin} does: name that as origin if it may be trusted with the input"
            )))
        }
        ([], []) => Err(
            EngineError::new(ErrorKind::InvalidInput, format!("the page offers no tool {shown}"))
                .with_next_step("list the page's tools, and use one of their names"),
        ),
        _ => Err(EngineError::new(
            ErrorKind::Ambiguous,
            format!("{} frames of the origin {at} offer the tool {shown}", fitting.len()),
        )
        .with_next_step("open the address of one of the frames as a page, and call the tool there")),
    }
}

/// What a tool answered.
pub(crate) enum ToolAnswer {
    Text { text: String, cut: bool },
    Threw(String),
}

/// Calls a tool, and waits for its end at most `limit`. A call that is given up is told to the page.
///
/// # Errors
/// `InvalidInput` if the document no longer offers this tool, and nothing was called; `OutcomeUnknown` if the call began and its end
/// is not known, also if the page does not answer since.
pub(crate) async fn call_page_tool(
    target: &Arc<Target>,
    offered: &Offered,
    schema: Option<&str>,
    input: &str,
    limit: Duration,
) -> Result<ToolAnswer> {
    let frame = &offered.frame;
    let name = &offered.tool.name;
    let shown = quote(&shorten(name, 100));
    let args = StartToolArgs { name, schema, input };
    // The tool runs in the page's thread and may keep it busy, so that not even its start is confirmed.
    let (page, asked, tool, began) = (Arc::clone(&target.page), frame.clone(), shown.clone(), Instant::now());
    let _asked = deadline::asking(move || busy(&tool, &silent(&*page, &asked, began)));
    let id = match target.ask(frame, "startTool", &args).await {
        Ok(ToolStarted::Started { id }) => id,
        Ok(ToolStarted::NoTool | ToolStarted::OtherTool) => {
            let what = format!("the page no longer offers the tool {shown} as it was listed; it was not called");
            return Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step("list the page's tools again"));
        }
        Err(error) => return Err(without_end(&shown, error)),
    };
    let mut call = Call {
        target: Arc::clone(target),
        frame: frame.clone(),
        id,
        answered: false,
    };
    let answer = call.end(&shown, limit).await;
    call.answered = answer.is_ok();
    answer
}

/// The error for a call that may have begun and whose end cannot be asked for.
fn without_end(tool: &str, error: EngineError) -> EngineError {
    match error.kind() {
        ErrorKind::StaleUid => {
            let what = format!("the document was replaced before the tool {tool} had answered, and it may have done its work");
            EngineError::new(ErrorKind::OutcomeUnknown, what)
                .with_next_step(NextStep::snapshot("see what it did before you call it again"))
                .with_source(error)
        }
        ErrorKind::Timeout => busy(tool, &error),
        _ => error,
    }
}

/// The error for a tool that the browser does not run, such as one of a sandboxed frame.
fn refused(tool: &str, why: &str) -> EngineError {
    let what = format!("the browser does not run the tool {tool}: {}", quote(&shorten(why, 400)));
    EngineError::new(ErrorKind::Unsupported, what).with_next_step(
        "if its document is a sandboxed frame, which has no origin (\"null\"), open the frame's address as a page, and call the tool there",
    )
}

/// The error for a call after which the page does not answer.
fn busy(tool: &str, error: &EngineError) -> EngineError {
    let what = format!("the tool {tool} was called and may have done its work; {}", error.context());
    EngineError::new(ErrorKind::OutcomeUnknown, what).with_next_step(NextStep::snapshot(
        "see what it did before you call it again, once the page answers",
    ))
}

/// A call under way. If it is dropped before the tool has answered, the page is told to stop it.
struct Call {
    target: Arc<Target>,
    frame: FrameId,
    id: u32,
    answered: bool,
}

impl Call {
    async fn end(&self, tool: &str, limit: Duration) -> Result<ToolAnswer> {
        let until = Instant::now() + deadline::before_last_look(limit);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let slice = left.min(SLICE);
            let args = ToolArgs {
                id: self.id,
                timeout_ms: Some(u64::try_from(slice.as_millis()).unwrap_or_default()),
            };
            match self.target.ask(&self.frame, "toolResult", &args).await {
                Ok(ToolResult::Answered { text, cut }) => return Ok(ToolAnswer::Text { text, cut }),
                Ok(ToolResult::Threw { text }) => return Ok(ToolAnswer::Threw(text)),
                Ok(ToolResult::Refused { text }) => return Err(refused(tool, &text)),
                Ok(ToolResult::Running) if left.is_zero() => {
                    let what = format!(
                        "the tool {tool} has not answered in {:.1} s, and was told to stop",
                        limit.as_secs_f64()
                    );
                    return Err(
                        EngineError::new(ErrorKind::OutcomeUnknown, what).with_next_step(NextStep::snapshot(
                            "see what it did; it may wait for the person, as a form does that is not yet sent",
                        )),
                    );
                }
                Ok(ToolResult::Running) => {}
                Ok(ToolResult::Gone) => {
                    let what = format!("the page forgot the call of the tool {tool}");
                    return Err(EngineError::new(ErrorKind::OutcomeUnknown, what));
                }
                Err(error) => return Err(without_end(tool, error)),
            }
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if self.answered {
            return;
        }
        let args = ToolArgs {
            id: self.id,
            timeout_ms: None,
        };
        let Ok(args) = encode(&args) else { return };
        let (target, frame) = (Arc::clone(&self.target), self.frame.clone());
        tokio::spawn(async move {
            if let Err(error) = target.page.call(&frame, "stopTool", &args).await {
                tracing::debug!(%error, "a tool of the page was not told to stop");
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(name: &str, origin: &str, main_frame: bool) -> Offered {
        Offered {
            frame: format!("{origin}{main_frame}").as_str().into(),
            tool: PageTool {
                name: name.to_owned(),
                title: String::new(),
                description: String::new(),
                schema: None,
                origin: origin.to_owned(),
                main_frame,
                read_only: false,
                untrusted_content: false,
                consequential: false,
            },
        }
    }

    fn offers(tools: Vec<Offered>) -> Offers {
        Offers {
            tools,
            more: 0,
            frames_left_out: 0,
        }
    }

    #[test]
    fn a_tool_of_another_origin_is_called_only_by_that_origin() {
        let all = offers(vec![
            offered("pay", "https://a", true),
            offered("pay", "https://b", false),
            offered("help", "https://b", false),
        ]);
        assert_eq!(
            choose_tool(&all, "pay", None, "https://a").expect("own").tool.origin,
            "https://a"
        );
        assert_eq!(
            choose_tool(&all, "pay", Some("https://b"), "https://a")
                .expect("named")
                .tool
                .origin,
            "https://b"
        );
        let refused = choose_tool(&all, "help", None, "https://a")
            .map(|_| ())
            .expect_err("not named");
        assert_eq!(refused.code(), "INVALID_INPUT");
        assert!(refused.next_step().to_string().contains("https://b"), "{refused}");
        assert_eq!(
            choose_tool(&all, "nothing", None, "https://a")
                .map(|_| ())
                .expect_err("none")
                .code(),
            "INVALID_INPUT"
        );
        assert_eq!(
            choose_tool(&all, "pay", Some("https://c"), "https://a")
                .map(|_| ())
                .expect_err("none")
                .code(),
            "INVALID_INPUT"
        );
    }

    #[test]
    fn the_main_document_is_meant_also_where_it_has_not_the_origin_of_its_address() {
        let all = offers(vec![offered("add", "https://a", false), offered("add", "null", true)]);
        assert!(choose_tool(&all, "add", None, "https://a").expect("own").tool.main_frame);
        assert!(
            !choose_tool(&all, "add", Some("https://a"), "https://a")
                .expect("named")
                .tool
                .main_frame
        );
    }

    #[test]
    fn two_frames_with_the_same_tool_are_not_guessed_between() {
        let all = offers(vec![offered("add", "https://b", false), offered("add", "https://b", false)]);
        let refused = choose_tool(&all, "add", Some("https://b"), "https://a")
            .map(|_| ())
            .expect_err("two");
        assert_eq!(refused.code(), "AMBIGUOUS");
    }
}
