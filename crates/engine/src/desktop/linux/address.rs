//! Addresses of D-Bus servers that other programs report, and connecting to them.
//!
//! An address can make its reader run a program (`unixexec:`), reach the network (`tcp:`) or start a bus
//! (`autolaunch:`). Only `unix:` sockets are connected to, and only those whose listener runs as this user.

use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use rustix::net::sockopt::socket_peercred;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;
use tokio::net::UnixStream;

/// A socket of this machine. A name that begins with a zero byte is in the abstract namespace.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Socket(PathBuf);

impl Socket {
    /// The first socket that an address lists.
    ///
    /// # Errors
    /// `PermissionDenied` if it lists only other transports.
    pub(super) fn of(address: &str) -> Result<Self> {
        address.split(';').find_map(socket).ok_or_else(|| {
            EngineError::new(
                ErrorKind::PermissionDenied,
                "the D-Bus address names no Unix socket; other transports are not connected to",
            )
        })
    }

    /// The bytes of its name.
    #[cfg(any(test, fuzzing))]
    pub(super) fn name(&self) -> &[u8] {
        self.0.as_os_str().as_encoded_bytes()
    }

    /// Connects and checks who listens. With `process`, the listener has to be this process.
    ///
    /// # Errors
    /// `ConnectFailed`; `PermissionDenied` for a socket of another user or process.
    pub(super) async fn connect(&self, process: Option<u32>) -> Result<UnixStream> {
        let stream = UnixStream::connect(&self.0)
            .await
            .or_kind(ErrorKind::ConnectFailed, "the D-Bus socket cannot be reached")?;
        let peer = socket_peercred(&stream).or_kind(ErrorKind::PermissionDenied, "the owner of the D-Bus socket is unknown")?;
        if peer.uid != rustix::process::geteuid() {
            return Err(EngineError::new(
                ErrorKind::PermissionDenied,
                format!("the D-Bus socket belongs to another user (uid {})", peer.uid.as_raw()),
            ));
        }
        if process.is_some_and(|pid| u32::try_from(peer.pid.as_raw_nonzero().get()) != Ok(pid)) {
            return Err(EngineError::new(
                ErrorKind::PermissionDenied,
                "the D-Bus socket belongs to another process than the application",
            ));
        }
        Ok(stream)
    }
}

/// The socket of one entry of an address; `None` for other transports and for addresses to listen at.
fn socket(entry: &str) -> Option<Socket> {
    let keys = entry.strip_prefix("unix:")?;
    keys.split(',').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        let name = unescaped(value)?;
        match key {
            "path" if name.first() == Some(&b'/') => Some(Socket(OsString::from_vec(name).into())),
            "abstract" => {
                let name = [&[0], name.as_slice()].concat();
                Some(Socket(OsString::from_vec(name).into()))
            }
            _ => None,
        }
    })
}

/// The bytes of a value, in which `%` and two digits stand for a byte; `None` for an incomplete escape.
fn unescaped(value: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let (high, low) = (digit(rest.next())?, digit(rest.next())?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sockets_are_taken_from_an_address() {
        let of = |address: &str| Socket::of(address).map(|socket| socket.0.into_os_string().into_string());
        for (address, name) in [
            ("unix:path=/tmp/bus", "/tmp/bus"),
            ("unix:path=/tmp/bus,guid=0123", "/tmp/bus"),
            ("unix:guid=0123,path=/tmp/a%20b", "/tmp/a b"),
            ("unix:abstract=/tmp/dbus-x", "\0/tmp/dbus-x"),
            ("unixexec:path=/bin/false;unix:path=/tmp/bus", "/tmp/bus"),
        ] {
            assert_eq!(of(address).expect("a socket"), Ok(name.to_owned()), "{address}");
        }
        for address in [
            "",
            "unixexec:path=/bin/touch,argv1=/tmp/canary",
            "tcp:host=localhost,port=1",
            "nonce-tcp:host=localhost,port=1,noncefile=/etc/passwd",
            "autolaunch:",
            "launchd:env=DBUS",
            "systemd:",
            "vsock:cid=1,port=1",
            "unix:runtime=yes",
            "unix:tmpdir=/tmp",
            "unix:path=relative",
            "unix:path=/tmp/%2",
            "unix",
            "UNIX:path=/tmp/bus",
        ] {
            assert_eq!(of(address).expect_err("refused").code(), "PERMISSION_DENIED", "{address}");
        }
    }

    #[tokio::test]
    async fn a_socket_of_another_process_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bus");
        let _listener = tokio::net::UnixListener::bind(&path).expect("a listener");
        let socket = Socket::of(&format!("unix:path={}", path.display())).expect("a socket");
        assert!(socket.connect(None).await.is_ok());
        assert!(socket.connect(Some(std::process::id())).await.is_ok());
        let refused = socket.connect(Some(1)).await.expect_err("another process");
        assert_eq!(refused.code(), "PERMISSION_DENIED");
    }
}
