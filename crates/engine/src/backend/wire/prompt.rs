//! A socket that acknowledges received data immediately.
//!
//! Firefox writes the head of a message and its body separately, and sends the body only after the head was
//! acknowledged (Nagle's algorithm). A receiver that sends little delays its acknowledgements, which costs 40
//! ms per message. Linux may turn quick acknowledgement off at any time, so every read turns it on again.

use std::io::{IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, ToSocketAddrs};

pub(super) struct Prompt(TcpStream);

impl Prompt {
    pub(super) async fn connect(address: impl ToSocketAddrs) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self(stream))
    }
}

impl AsyncRead for Prompt {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let read = ready!(Pin::new(&mut self.0).poll_read(context, buffer));
        // If this fails, later data arrives more slowly. Nothing else changes.
        #[cfg(target_os = "linux")]
        let _ = self.0.set_quickack(true);
        Poll::Ready(read)
    }
}

impl AsyncWrite for Prompt {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[IoSlice<'_>]) -> Poll<Result<usize>> {
        Pin::new(&mut self.0).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn what_is_read_is_acknowledged_at_once() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let mut prompt = Prompt::connect(address).await.expect("connects");
        let (mut other, _) = listener.accept().await.expect("accepts");
        for _ in 0..3 {
            prompt.0.set_quickack(false).expect("can be set");
            other.write_all(b"head").await.expect("writes");
            let mut head = [0; 4];
            prompt.read_exact(&mut head).await.expect("reads");
            assert!(prompt.0.quickack().expect("can be read"));
            prompt.write_all(b"answer").await.expect("writes");
        }
    }
}
