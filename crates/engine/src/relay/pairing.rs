//! Pairing and authentication: a code that pairs once, and proofs of knowing a secret without sending it.
//!
//! Both sides prove that they know the secret (first the code, later the token) by a keyed hash over random numbers
//! of both. A program that takes over our port learns nothing useful, and a recorded conversation cannot be replayed.

use crate::error::{EngineError, ErrorKind, Result};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq as _;

/// The lifetime of a code.
const CODE_LIFE: Duration = Duration::from_mins(10);
/// The number of wrong guesses after which a code is discarded.
const GUESSES: u8 = 5;
/// The length of a code in characters of five bits each. The alphabet has no characters that look alike.
const CODE_LENGTH: usize = 10;
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Random bytes as lower-case hexadecimal digits.
pub(super) fn random_hex<const BYTES: usize>() -> Result<String> {
    Ok(hex(&random::<BYTES>()?))
}

fn random<const BYTES: usize>() -> Result<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    SystemRandom::new()
        .fill(&mut bytes)
        .map_err(|_| EngineError::new(ErrorKind::Internal, "the system gives no random numbers"))?;
    Ok(bytes)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Compares two secrets in constant time.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// What a proof covers, so that it is valid for this conversation and side only.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conversation<'a> {
    pub(super) server: &'a str,
    pub(super) client: &'a str,
    pub(super) server_nonce: &'a str,
    pub(super) client_nonce: &'a str,
}

/// The four proofs.
#[derive(Debug, Clone, Copy)]
pub(super) enum Proof {
    PairClient,
    PairServer,
    Client,
    Server,
}

impl Conversation<'_> {
    fn text(&self, proof: Proof) -> String {
        let label = match proof {
            Proof::PairClient => "pair-client",
            Proof::PairServer => "pair-server",
            Proof::Client => "client",
            Proof::Server => "server",
        };
        let Self {
            server,
            client,
            server_nonce,
            client_nonce,
        } = self;
        format!("uipilot 1 {label}\n{server}\n{client}\n{server_nonce}\n{client_nonce}")
    }

    /// The proof of knowing `secret`, in hexadecimal.
    pub(super) fn prove(&self, proof: Proof, secret: &str) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        hex(hmac::sign(&key, self.text(proof).as_bytes()).as_ref())
    }

    /// Whether the other side's proof shows that it knows `secret`.
    pub(super) fn verify(&self, proof: Proof, secret: &str, given: &str) -> bool {
        same(&self.prove(proof, secret), given)
    }
}

/// The current code.
#[derive(Debug)]
pub(super) struct Pairing {
    code: String,
    made: Instant,
    guesses: u8,
}

impl Pairing {
    pub(super) fn new() -> Result<Self> {
        let code = random::<CODE_LENGTH>()?
            .iter()
            .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
            .collect();
        Ok(Self {
            code,
            made: Instant::now(),
            guesses: 0,
        })
    }

    /// The code in two groups, as it is shown.
    pub(super) fn code(&mut self) -> Result<String> {
        self.renew()?;
        let (first, second) = self.code.split_at(CODE_LENGTH / 2);
        Ok(format!("{first}-{second}"))
    }

    fn renew(&mut self) -> Result<()> {
        if self.guesses >= GUESSES || self.made.elapsed() > CODE_LIFE {
            *self = Self::new()?;
        }
        Ok(())
    }

    /// Checks a proof of the code. A code that was proven is used up; it is returned for the proof of this side.
    pub(super) fn accept(&mut self, conversation: &Conversation<'_>, given: &str) -> Result<Option<String>> {
        self.renew()?;
        if conversation.verify(Proof::PairClient, &self.code, given) {
            let fresh = Self::new()?;
            return Ok(Some(std::mem::replace(self, fresh).code));
        }
        self.guesses += 1;
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TALK: Conversation<'static> = Conversation {
        server: "s",
        client: "c",
        server_nonce: "1",
        client_nonce: "2",
    };

    #[test]
    fn a_proof_is_for_one_conversation_one_side_and_one_secret() {
        let proof = TALK.prove(Proof::Client, "secret");
        // Computed by another program: printf 'uipilot 1 client\ns\nc\n1\n2' | openssl dgst -sha256 -hmac secret
        assert_eq!(proof, "adc83e2511d3b6f68ddc897209d749d7e6761c5f3793e8aaf77df637bab98824");
        assert!(TALK.verify(Proof::Client, "secret", &proof));
        assert!(!TALK.verify(Proof::Server, "secret", &proof));
        assert!(!TALK.verify(Proof::Client, "Secret", &proof));
        let other = Conversation {
            server_nonce: "3",
            ..TALK
        };
        assert!(!other.verify(Proof::Client, "secret", &proof));
        assert!(!TALK.verify(Proof::Client, "secret", ""));
    }

    #[test]
    fn a_code_pairs_once() {
        let mut pairing = Pairing::new().expect("random numbers");
        let shown = pairing.code().expect("random numbers");
        assert_eq!(shown.len(), CODE_LENGTH + 1);
        let proof = TALK.prove(Proof::PairClient, &shown.replace('-', ""));
        assert!(pairing.accept(&TALK, &proof).expect("random numbers").is_some());
        assert!(pairing.accept(&TALK, &proof).expect("random numbers").is_none());
        assert_ne!(pairing.code().expect("random numbers"), shown);
    }

    #[test]
    fn a_code_is_thrown_away_after_wrong_guesses() {
        let mut pairing = Pairing::new().expect("random numbers");
        let shown = pairing.code().expect("random numbers");
        for _ in 0..GUESSES {
            assert!(pairing.accept(&TALK, "wrong").expect("random numbers").is_none());
        }
        let proof = TALK.prove(Proof::PairClient, &shown.replace('-', ""));
        assert!(pairing.accept(&TALK, &proof).expect("random numbers").is_none());
    }
}
