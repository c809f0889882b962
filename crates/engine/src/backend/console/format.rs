//! Arguments of the console as JSON and as text.

use crate::text::shorten;
use serde_json::Value;

/// How many characters of a string inside of an argument are kept.
pub(crate) const MOST_STRING: usize = 500;

/// How many items of an array and how many properties of an object are kept.
pub(crate) const MOST_ITEMS: usize = 50;

/// How many characters of an argument's JSON are kept, about.
const MOST_JSON: usize = 4_000;

/// How many arguments of one message are kept.
pub(crate) const MOST_ARGS: usize = 20;

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Arg {
    /// Its value as JSON.
    pub(crate) json: String,
    /// How it stands in the text of the message.
    pub(crate) shown: String,
    /// Whether it is a string, which may hold directives such as `%s` if it comes first.
    pub(crate) is_string: bool,
    /// How many characters of a string were left out.
    pub(crate) left_out: usize,
}

impl Arg {
    /// A string.
    pub(crate) fn string(text: &str) -> Self {
        let characters = if text.len() > super::MOST_TEXT {
            text.chars().count()
        } else {
            0
        };
        let text = shorten(text, super::MOST_TEXT);
        Self {
            json: Value::from(text.as_str()).to_string(),
            shown: text,
            is_string: true,
            // One character tells that there was more.
            left_out: characters.saturating_sub(super::MOST_TEXT + 1),
        }
    }

    /// Any other value. `class` stands before the JSON in the text; it is empty for plain values.
    pub(crate) fn value(value: &Value, class: &str) -> Self {
        let json = value.to_string();
        let body = match value {
            // What JSON has no word for, such as `undefined`.
            Value::String(text) => text.clone(),
            _ => json.clone(),
        };
        let shown = if class.is_empty() { body } else { format!("{class} {body}") };
        Self {
            shown: shorten(&shown, super::MOST_TEXT),
            json,
            is_string: false,
            left_out: 0,
        }
    }

    /// What stands after the last argument if others were left out.
    pub(crate) fn left_out(count: usize) -> Option<Self> {
        (count > 0).then(|| Self::value(&Value::from(count_left(count)), ""))
    }

    /// An error with more than its stack, which alone stands in the text.
    pub(crate) fn error(words: &str, value: &Value) -> Self {
        Self {
            shown: shorten(words, super::MOST_TEXT),
            json: value.to_string(),
            is_string: false,
            left_out: 0,
        }
    }

    /// An object whose JSON a page has written. It is one line, and not longer than the script that wrote it lets it be.
    pub(crate) fn json(json: String, class: &str) -> Self {
        let shown = if class.is_empty() {
            json.clone()
        } else {
            format!("{class} {json}")
        };
        Self {
            shown: shorten(&shown, super::MOST_TEXT),
            json,
            is_string: false,
            left_out: 0,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.json.len() + self.shown.len()
    }
}

/// What is left of the size of one argument.
#[derive(Debug)]
pub(crate) struct Room(usize);

impl Default for Room {
    fn default() -> Self {
        Self(MOST_JSON)
    }
}

impl Room {
    /// Takes a string, or `…` if nothing is left.
    pub(crate) fn string(&mut self, text: &str) -> Value {
        if self.0 == 0 {
            return Value::from("…");
        }
        let text = shorten(text, MOST_STRING.min(self.0));
        self.0 = self.0.saturating_sub(text.len() + 3);
        Value::from(text)
    }

    /// Takes any other value of about this size. Returns whether there was room.
    pub(crate) fn take(&mut self, size: usize) -> bool {
        let left = self.0 > 0;
        self.0 = self.0.saturating_sub(size);
        left
    }
}

/// The first line of a text that says something; of an error, what it is without its stack.
pub(crate) fn first_line(text: &str) -> &str {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default()
}

/// What stands in the place of items that are left out.
pub(crate) fn count_left(count: usize) -> String {
    format!("… {count} more")
}

/// The text of a message: the arguments, with the directives of the first one replaced as
/// <https://console.spec.whatwg.org/#formatter> has it, except that styles (`%c`) are left out.
pub(crate) fn text_of(args: &[Arg]) -> String {
    let Some((first, rest)) = args.split_first() else {
        return String::new();
    };
    let mut rest = rest.iter();
    let mut text = String::new();
    if first.is_string && first.shown.contains('%') {
        let mut parts = first.shown.chars().peekable();
        while let Some(c) = parts.next() {
            let directive = (c == '%').then(|| parts.peek().copied()).flatten();
            match directive {
                Some('%') => {
                    parts.next();
                    text.push('%');
                }
                Some(kind @ ('s' | 'd' | 'i' | 'f' | 'o' | 'O' | 'c')) if rest.len() > 0 => {
                    parts.next();
                    if let Some(arg) = rest.next() {
                        push_as(&mut text, kind, arg);
                    }
                }
                _ => text.push(c),
            }
        }
    } else {
        text.push_str(&first.shown);
    }
    for arg in rest {
        text.push(' ');
        text.push_str(&arg.shown);
    }
    text
}

/// Adds one argument as a directive wants it.
fn push_as(text: &mut String, kind: char, arg: &Arg) {
    match kind {
        'c' => {}
        'd' | 'i' => match arg.shown.trim().parse::<f64>() {
            Ok(number) => text.push_str(&number.trunc().to_string()),
            Err(_) => text.push_str("NaN"),
        },
        'f' => match arg.shown.trim().parse::<f64>() {
            Ok(number) => text.push_str(&number.to_string()),
            Err(_) => text.push_str("NaN"),
        },
        _ => text.push_str(&arg.shown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(args: &[Value]) -> String {
        let args: Vec<_> = args
            .iter()
            .map(|arg| match arg {
                Value::String(text) => Arg::string(text),
                other => Arg::value(other, ""),
            })
            .collect();
        text_of(&args)
    }

    #[test]
    fn directives_are_replaced_and_styles_left_out() {
        for (args, expected) in [
            (vec![json!("a"), json!(1), json!({"b": [1, null]})], r#"a 1 {"b":[1,null]}"#),
            (
                vec![json!("%s is %d, %i, %f"), json!("x"), json!(1.5), json!("2.7"), json!(0.25)],
                "x is 1, 2, 0.25",
            ),
            (
                vec![json!("%cred%c 100%% %o"), json!("color:red"), json!(""), json!([1])],
                "red 100% [1]",
            ),
            (vec![json!("%s %s"), json!("one")], "one %s"),
            (vec![json!("%d"), json!("no number"), json!("more")], "NaN more"),
            (vec![json!(7), json!("%s"), json!("x")], "7 %s x"),
            (vec![json!("100%")], "100%"),
            (vec![], ""),
        ] {
            assert_eq!(text(&args), expected, "{args:?}");
        }
    }

    #[test]
    fn strings_are_cut_and_room_ends() {
        assert_eq!(
            Arg::string(&"x".repeat(10_000_000)).shown.chars().count(),
            super::super::MOST_TEXT + 1
        );
        let mut room = Room::default();
        let all: usize = (0..100).map(|_| room.string(&"y".repeat(1_000)).to_string().len()).sum();
        assert!(all < MOST_JSON + 1_500, "{all}");
        assert!(!room.take(1));
    }
}
