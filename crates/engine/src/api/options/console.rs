//! Which messages of the console are listed, and how a script is read that wrote one.

use crate::backend::console::ConsoleLevel;
use derive_setters::Setters;
use serde::Deserialize;

/// Which messages of the console are listed. Messages that fit every given field are.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ConsoleOptions {
    /// Those that are at least as grave.
    pub level: Option<ConsoleLevel>,
    /// Those whose text contains this, in upper or lower case.
    #[setters(into)]
    pub text: Option<String>,
    /// Those of this page, by its number. Workers that pages share belong to none.
    pub page: Option<u32>,
    /// Those that came, or came again, after the message with this number.
    pub since: Option<u64>,
    /// Those that came, or came again, after the last call with this option. Default: false.
    pub new_only: bool,
    /// Those before the message with this number, for the rest of a list.
    pub before: Option<u64>,
    /// The message with this number alone.
    pub id: Option<u64>,
    /// How many are listed at most: the newest ones. Default: 100. At most 1,000 are kept.
    pub limit: usize,
    /// Forget all messages, listed or not. Default: false.
    pub clear: bool,
}

impl Default for ConsoleOptions {
    fn default() -> Self {
        Self {
            level: None,
            text: None,
            page: None,
            since: None,
            new_only: false,
            before: None,
            id: None,
            limit: 100,
            clear: false,
        }
    }
}

/// How a resource is read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ResourceOptions {
    /// The page whose resource it is, by its number. Default: the selected one.
    pub page: Option<u32>,
    /// How large it may be, in bytes. Default: 8,388,608. At most 33,554,432.
    pub max_bytes: usize,
}

impl Default for ResourceOptions {
    fn default() -> Self {
        Self {
            page: None,
            max_bytes: 8 << 20,
        }
    }
}
