//! Addresses that applications report.

use super::address::Socket;
use crate::fuzz::assert_error;

pub(crate) fn dbus(address: &str) {
    match Socket::of(address) {
        Ok(socket) => {
            assert!(address.split(';').any(|entry| entry.starts_with("unix:")), "{address}");
            let name = socket.name();
            assert!(matches!(name.first(), Some(b'/' | 0)), "{address}");
            assert!(name.len() <= address.len() + 1);
        }
        Err(error) => assert_error(&error, &["PERMISSION_DENIED"]),
    }
}
