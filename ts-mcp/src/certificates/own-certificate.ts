// A certificate of our own, for the connection from the browser to this process.

import { createHash, webcrypto } from "node:crypto";
import "reflect-metadata";
import { cryptoProvider, PemConverter, X509CertificateGenerator } from "@peculiar/x509";

/** A key and a certificate that live as long as this process. */
export interface OwnCertificate {
  /** PEM. */
  key: string;
  /** PEM. */
  cert: string;
  /** The SHA-256 of the public key (SubjectPublicKeyInfo), in base64, by which a browser can be told to trust it. */
  fingerprint: string;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
/** Servers run for weeks. */
const LIFETIME_MS = 365 * 24 * 3_600_000;
/** Clocks of containers go wrong. */
const EARLIER_MS = 24 * 3_600_000;

/** Makes one. */
export async function ownCertificate(): Promise<OwnCertificate> {
  cryptoProvider.set(webcrypto);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const made = await X509CertificateGenerator.createSelfSigned({
    name: "CN=uipilot",
    notBefore: new Date(Date.now() - EARLIER_MS),
    notAfter: new Date(Date.now() + LIFETIME_MS),
    signingAlgorithm: ALGORITHM,
    keys,
  });
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  const shown = await webcrypto.subtle.exportKey("spki", keys.publicKey);
  return {
    key: PemConverter.encode(key, "PRIVATE KEY"),
    cert: made.toString("pem"),
    fingerprint: createHash("sha256").update(Buffer.from(shown)).digest("base64"),
  };
}
