// Proofs that a secret is known, without sending it; the same in crates/engine/src/relay/pairing.rs.

/** What a proof is about. */
export interface Conversation {
  server: string;
  client: string;
  serverNonce: string;
  clientNonce: string;
}

/** Which proof it is. */
export type ProofLabel = "pair-client" | "pair-server" | "client" | "server";

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Random bytes as hexadecimal digits. */
export function randomHex(bytes: number): string {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** The proof that `secret` is known. */
export async function prove(label: ProofLabel, secret: string, talk: Conversation): Promise<string> {
  const encode = (value: string) => new TextEncoder().encode(value);
  const key = await crypto.subtle.importKey("raw", encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const text = `uipilot 1 ${label}\n${talk.server}\n${talk.client}\n${talk.serverNonce}\n${talk.clientNonce}`;
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, encode(text))));
}

/** Whether the other side knows `secret`; takes the same time wherever the two differ. */
export async function verify(label: ProofLabel, secret: string, talk: Conversation, given: string): Promise<boolean> {
  const wanted = await prove(label, secret, talk);
  let difference = wanted.length ^ given.length;
  for (let at = 0; at < wanted.length; at++) difference |= wanted.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}

/** A code as it was typed, in the form in which it is the secret. */
export function normalizeCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}
