// Proofs of knowing a secret without sending it. The other side is crates/engine/src/relay/pairing.rs.

/** What a proof covers: both sides and their random numbers. */
export interface Conversation {
  server: string;
  client: string;
  serverNonce: string;
  clientNonce: string;
}

/** The step of the protocol that a proof belongs to. */
export type ProofLabel = "pair-client" | "pair-server" | "client" | "server";

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Random bytes as hexadecimal digits. */
export function randomHex(bytes: number): string {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Proves knowledge of `secret`. */
export async function prove(label: ProofLabel, secret: string, talk: Conversation): Promise<string> {
  const encode = (value: string) => new TextEncoder().encode(value);
  const key = await crypto.subtle.importKey("raw", encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const text = `uipilot 1 ${label}\n${talk.server}\n${talk.client}\n${talk.serverNonce}\n${talk.clientNonce}`;
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, encode(text))));
}

/** Whether the other side knows `secret`. Compares in constant time. */
export async function verify(label: ProofLabel, secret: string, talk: Conversation, given: string): Promise<boolean> {
  const wanted = await prove(label, secret, talk);
  let difference = wanted.length ^ given.length;
  for (let at = 0; at < wanted.length; at++) difference |= wanted.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}

/** A typed pairing code in its canonical form, which is the secret. */
export function normalizeCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}
