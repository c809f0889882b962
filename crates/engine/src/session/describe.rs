//! What one element is and shows: its role, name, description and states for assistive technology; its text.

use super::{Session, refuse_open_dialog};
use crate::action;
use crate::action::Target;
use crate::backend::FrameId;
use crate::error::{EngineError, ErrorKind, Result};
use crate::page_script::{self, Answer, DescribeAnswer, PageFacts, ReadTextAnswer, TargetArgs, WalkArgs};
use crate::report::{Described, ScrollPosition, TextReport};
use crate::snapshot::Uid;
use crate::text::{quote, shorten};

impl Session {
    /// Describes one element of the selected page by the accessibility specifications. The element is that
    /// of a UID, or the first match of a CSS selector in the main frame, including open shadow trees. No
    /// text is both a UID and a selector.
    ///
    /// # Errors
    /// `StaleUid`, `UnknownUid`, `UidOfOtherPage`, `InvalidInput` for a malformed selector or one that
    /// matches nothing, `DialogOpen`, `Timeout` if the page's script does not yield.
    pub async fn describe(&self, uid_or_selector: &str) -> Result<Described> {
        self.in_time(async {
            let described = async {
                let target = self.target(None).await?;
                refuse_open_dialog(&target)?;
                if uid_or_selector.parse::<Uid>().is_ok() {
                    self.describe_node(&target, uid_or_selector).await
                } else {
                    describe_match(&target, uid_or_selector).await
                }
            };
            described.await.map_err(|error| self.noted(error))
        })
        .await
    }

    /// The text that an element shows, as it is rendered (HTML standard, `innerText`); of a field, the value that it shows:
    /// dots for a password.
    ///
    /// # Errors
    /// `StaleUid`, `UnknownUid`, `UidOfOtherPage`, `DialogOpen`, `Timeout` if the page's script does not yield.
    pub async fn read_text(&self, uid: &str) -> Result<TextReport> {
        self.in_time(async {
            let read = async {
                let target = self.target(None).await?;
                refuse_open_dialog(&target)?;
                let node = self.resolve(&target, uid)?;
                match target
                    .ask(&node.frame, "readText", &TargetArgs { target: &node.node })
                    .await?
                {
                    ReadTextAnswer::Read(report) => Ok(report),
                    ReadTextAnswer::Refused(answer) => {
                        let _ = action::classify(&node, answer)?;
                        Err(unexpected())
                    }
                }
            };
            read.await.map_err(|error| self.noted(error))
        })
        .await
    }

    /// How far the main frame's document is scrolled, in CSS pixels.
    ///
    /// # Errors
    /// `DialogOpen`, `Timeout` if the page's script does not yield.
    pub async fn scroll_position(&self) -> Result<ScrollPosition> {
        self.in_time(async {
            let read = async {
                let target = self.target(None).await?;
                refuse_open_dialog(&target)?;
                let facts: PageFacts = target.ask(&target.page.main_frame(), "page", &serde_json::json!({})).await?;
                Ok(ScrollPosition {
                    x: facts.scroll_x,
                    y: facts.scroll_y,
                })
            };
            read.await.map_err(|error| self.noted(error))
        })
        .await
    }

    async fn describe_node(&self, target: &Target, uid: &str) -> Result<Described> {
        let node = self.resolve(target, uid)?;
        let args = WalkArgs {
            root: Some(&node.node),
            ..WalkArgs::default()
        };
        match call(target, &node.frame, &args).await? {
            DescribeAnswer::Described(described) => Ok(*described),
            DescribeAnswer::Refused(answer) => {
                let _ = action::classify(&node, answer)?;
                Err(unexpected())
            }
        }
    }
}

async fn describe_match(target: &Target, selector: &str) -> Result<Described> {
    let frame = target.page.main_frame();
    let args = WalkArgs {
        selector: Some(selector),
        ..WalkArgs::default()
    };
    let shown = quote(&shorten(selector, 200));
    match call(target, &frame, &args).await? {
        DescribeAnswer::Described(described) => Ok(*described),
        DescribeAnswer::Refused(Answer::Value { why }) => Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!("{shown} is neither a UID nor a CSS selector: {why}"),
        )),
        DescribeAnswer::Refused(Answer::Gone) => Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!("no element of the main frame matches {shown}"),
        )
        .with_next_step("correct the selector, or take a snapshot and give a UID")),
        DescribeAnswer::Refused(_) => Err(unexpected()),
    }
}

async fn call(target: &Target, frame: &FrameId, args: &WalkArgs<'_>) -> Result<DescribeAnswer> {
    let args = page_script::encode(args)?;
    let text = target.page.call(frame, "describe", &args).await?;
    page_script::decode("describe", &text)
}

fn unexpected() -> EngineError {
    EngineError::new(
        ErrorKind::Protocol,
        "the in-page script refused to read an element for an unknown reason",
    )
}
