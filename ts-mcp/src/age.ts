// Files that a passphrase encrypts, in the format age (https://age-encryption.org/v1), which other programs read too:
// `age --decrypt state.json`.
//
// The format is written out here over Node's own cryptography, which has all of its parts: scrypt, HKDF, HMAC and
// ChaCha20-Poly1305. The crate `age` would add about sixty crates to the addon, most of them for translated messages, and
// formats that only this server reads would keep users from their own files. Recipients other than a passphrase, plugins
// and armor are left to the program age.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from "node:crypto";

const MAGIC = "age-encryption.org/v1";
const ARMOR = "-----BEGIN AGE ENCRYPTED FILE-----";
const SALT_LABEL = "age-encryption.org/v1/scrypt";
const SALT_BYTES = 16;
const FILE_KEY_BYTES = 16;
const NONCE_BYTES = 16;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;

/** log₂ of the work factor of new files: 64 MiB of memory, and a quarter of a second. */
const WORK = 16;
/** The largest that is read. The program age writes this one, which takes 256 MiB. */
const MOST_WORK = 18;

/** A header is shorter. Nothing behind this is looked at to find its end. */
const MOST_HEADER = 1_024;

/** Why a file cannot be decrypted. */
export type Undecrypted =
  /** It is encrypted in a way that is not read here. */
  | "form"
  /** The passphrase does not fit, or the header was changed. */
  | "key"
  /** The file was changed or cut after it was written. */
  | "changed";

/** Thrown for a file that cannot be decrypted. None of its content is known. */
export class DecryptionError extends Error {
  constructor(readonly why: Undecrypted) {
    super(`not decrypted: ${why}`);
  }
}

/** Whether a file is encrypted, by its first bytes. */
export function isEncrypted(file: Uint8Array): boolean {
  const begin = Buffer.from(file.subarray(0, ARMOR.length)).toString("latin1");
  return begin.startsWith(MAGIC) || begin === ARMOR;
}

/**
 * Encrypts a file with a passphrase.
 *
 * @param work - log₂ of the work factor; less is for tests
 */
export async function encrypt(content: Uint8Array, passphrase: string, work = WORK): Promise<Buffer> {
  const fileKey = randomBytes(FILE_KEY_BYTES);
  const salt = randomBytes(SALT_BYTES);
  const wrapped = seal(await wrapKey(passphrase, salt, work), Buffer.alloc(12), fileKey);
  const header = `${MAGIC}\n-> scrypt ${base64(salt)} ${work}\n${base64(wrapped)}\n---`;
  const nonce = randomBytes(NONCE_BYTES);
  const key = derived(fileKey, nonce, "payload");
  const parts: Uint8Array[] = [Buffer.from(`${header} ${base64(mac(fileKey, header))}\n`), nonce];
  for (let at = 0, counter = 0; ; counter++) {
    const chunk = content.subarray(at, at + CHUNK_BYTES);
    at += chunk.length;
    const last = at === content.length;
    parts.push(seal(key, chunkNonce(counter, last), chunk));
    if (last) return Buffer.concat(parts);
  }
}

/**
 * Decrypts a file that a passphrase encrypts.
 *
 * @throws {@link DecryptionError}
 */
export async function decrypt(file: Uint8Array, passphrase: string): Promise<Buffer> {
  const { header, salt, work, wrapped, tag, payload } = parse(Buffer.from(file));
  const fileKey = unseal(await wrapKey(passphrase, salt, work), Buffer.alloc(12), wrapped, "key");
  if (!timingSafeEqual(mac(fileKey, header), tag)) throw new DecryptionError("changed");
  const nonce = payload.subarray(0, NONCE_BYTES);
  const key = derived(fileKey, nonce, "payload");
  const parts: Buffer[] = [];
  for (let at = NONCE_BYTES, counter = 0; ; counter++) {
    const chunk = payload.subarray(at, at + CHUNK_BYTES + TAG_BYTES);
    at += chunk.length;
    const last = at === payload.length;
    const part = unseal(key, chunkNonce(counter, last), chunk, "changed");
    // Only an empty file has an empty chunk.
    if (part.length === 0 && counter > 0) throw new DecryptionError("changed");
    parts.push(part);
    if (last) return Buffer.concat(parts);
  }
}

const HEADER =
  /^age-encryption\.org\/v1\n-> scrypt ([A-Za-z0-9+/]{22}) ([1-9][0-9]?)\n([A-Za-z0-9+/]{43})\n--- ([A-Za-z0-9+/]{43})\n/;

function parse(file: Buffer) {
  const found = HEADER.exec(file.subarray(0, MOST_HEADER).toString("latin1"));
  if (found === null) throw new DecryptionError("form");
  const [whole, salt = "", work = "", wrapped = "", tag = ""] = found;
  if (Number(work) > MOST_WORK) throw new DecryptionError("form");
  const payload = file.subarray(whole.length);
  if (payload.length < NONCE_BYTES + TAG_BYTES) throw new DecryptionError("changed");
  return {
    header: whole.slice(0, whole.lastIndexOf("---") + 3),
    salt: Buffer.from(salt, "base64"),
    work: Number(work),
    wrapped: Buffer.from(wrapped, "base64"),
    tag: Buffer.from(tag, "base64"),
    payload,
  };
}

/** The key that a passphrase gives. */
function wrapKey(passphrase: string, salt: Uint8Array, work: number): Promise<Buffer> {
  const N = 2 ** work;
  const options: ScryptOptions = { N, r: 8, p: 1, maxmem: 128 * 8 * N + 2 ** 20 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase, Buffer.concat([Buffer.from(SALT_LABEL), salt]), 32, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function derived(fileKey: Uint8Array, salt: Uint8Array, label: string): Buffer {
  return Buffer.from(hkdfSync("sha256", fileKey, salt, label, 32));
}

function mac(fileKey: Uint8Array, header: string): Buffer {
  return createHmac("sha256", derived(fileKey, Buffer.alloc(0), "header"))
    .update(header)
    .digest();
}

/** The number of a chunk, and whether it is the last one. */
function chunkNonce(counter: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(counter, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

const CIPHER = "chacha20-poly1305";

function seal(key: Uint8Array, nonce: Uint8Array, content: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function unseal(key: Uint8Array, nonce: Uint8Array, sealed: Buffer, why: Undecrypted): Buffer {
  if (sealed.length < TAG_BYTES) throw new DecryptionError(why);
  const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), cipher.final()]);
  } catch {
    throw new DecryptionError(why);
  }
}

/** Base64 without padding, as the format has it. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("=", "");
}
