//! Patterns of addresses, in which `*` stands for any text.

use std::fmt::Write;

/// A pattern as the browser writes addresses: scheme and host in lower case, a slash after the host, and what no address
/// holds in its bytes.
pub(super) fn as_address(pattern: &str) -> String {
    let (pattern, rest) = match pattern.split_once("://") {
        Some((scheme, rest)) if !scheme.contains('/') => {
            let at = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            let (place, path) = rest.split_at(at);
            let slash = if path.starts_with('/') || place.ends_with('*') {
                ""
            } else {
                "/"
            };
            let scheme = scheme.to_ascii_lowercase();
            (format!("{scheme}://{}{slash}", place.to_ascii_lowercase()), path)
        }
        _ => (String::new(), pattern),
    };
    rest.chars().fold(pattern, |mut address, char| {
        if char.is_ascii() && !matches!(char, ' ' | '"' | '<' | '>') {
            address.push(char);
            return address;
        }
        for byte in char.encode_utf8(&mut [0; 4]).bytes() {
            // Writing to a string does not fail.
            let _ = write!(address, "%{byte:02X}");
        }
        address
    })
}

/// An address without the part after `#`, which no server gets.
pub(crate) fn without_fragment(address: &str) -> &str {
    address.split_once('#').map_or(address, |(sent, _)| sent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_written_as_addresses_are() {
        for (pattern, expected) in [
            ("HTTP://Shop.Example/X", "http://shop.example/X"),
            ("http://shop.example", "http://shop.example/"),
            ("http://shop.example?q", "http://shop.example/?q"),
            ("https://shop.example*", "https://shop.example*"),
            ("http://a/grüße b", "http://a/gr%C3%BC%C3%9Fe%20b"),
            ("*://A/x", "*://a/x"),
            ("*/api/A b", "*/api/A%20b"),
            ("*", "*"),
        ] {
            assert_eq!(as_address(pattern), expected);
        }
    }
}
