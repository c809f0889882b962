// Log-in state in files: cookies, local storage and databases, in the form of Playwright's storage state. With a key, the
// files are encrypted.

import type { StorageState } from "@uipilot/core";
import type { Undecrypted } from "./age.ts";
import { ToolError } from "./error.ts";
import { reading, save } from "./files.ts";
import { brief } from "./quote.ts";
import { readRegular } from "./regular-file.ts";
import { STATE_KEY } from "./state-key.ts";

/** What encrypts, and what checks. They are loaded with the first file, because loading them would delay the start of the server. */
const age = () => import("./age.ts");
const fields = () => import("./state-fields.ts");

/** The largest file that is written or read, in bytes. */
const MOST_BYTES = 64 * 2 ** 20;

/** What a file held. */
export interface ReadState {
  state: StorageState;
  /** Whether the file is encrypted. */
  encrypted: boolean;
}

/** What became of a state. */
export interface SavedState {
  /** Whether the file is encrypted. */
  encrypted: boolean;
}

/** Files with states, and the key to them. */
export class StateFiles {
  readonly #key: string | undefined;

  /** @param key - encrypts what is saved, and opens what is encrypted */
  constructor(key?: string) {
    this.#key = key;
  }

  /** Whether there is a key. */
  get hasKey(): boolean {
    return this.#key !== undefined;
  }

  /**
   * Reads a file that holds a storage state. One that is not encrypted is read also if there is a key.
   *
   * @throws `IO` with the system's own code; `INVALID_INPUT` for a file that holds something else; `DECRYPTION_FAILED`
   * for an encrypted one that the key does not open. No error shows its content.
   */
  async read(file: string): Promise<ReadState> {
    const bytes = await read(file);
    const encrypted = (await age()).isEncrypted(bytes);
    const text = encrypted ? await this.#open(file, bytes) : bytes.toString("utf8");
    let given: unknown;
    try {
      given = JSON.parse(text);
    } catch {
      throw wrong(file, "it is no JSON");
    }
    if (!isState(given)) throw wrong(file, "it is no object with the lists cookies and origins");
    const { stateFields } = await fields();
    const parsed = stateFields.safeParse(given);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw wrong(file, `${brief(issue?.path.join(".") ?? "", 100)} is wrong or missing`);
    }
    return { state: parsed.data as StorageState, encrypted };
  }

  /**
   * Writes a state to a file that only the user can read, encrypted if there is a key.
   *
   * @throws `IO` with the system's own code, also if the file exists and `overwrite` is not set; `INVALID_INPUT` for a
   * state that is too large to be read again
   */
  async save(file: string, state: StorageState, overwrite: boolean | undefined): Promise<SavedState> {
    // What is left out is for the caller; the file is Playwright's.
    const { leftOut: _, ...kept } = state;
    const bytes = Buffer.from(JSON.stringify(kept, undefined, 2));
    if (bytes.length > MOST_BYTES / 2) {
      const what = `the state has ${Math.ceil(bytes.length / 2 ** 20)} MiB, and ${MOST_BYTES / 2 ** 21} is the most`;
      throw new ToolError("INVALID_INPUT", what, "name fewer origins, or leave their databases out");
    }
    const content = this.#key === undefined ? bytes : await (await age()).encrypt(bytes, this.#key);
    await save(file, content, { overwrite, secret: true });
    return { encrypted: this.#key !== undefined };
  }

  async #open(file: string, bytes: Buffer): Promise<string> {
    if (this.#key === undefined) {
      const step = `start the server with the file's key in the environment variable ${STATE_KEY}`;
      throw new ToolError("DECRYPTION_FAILED", `${brief(file, 1000)} is encrypted, and there is no key`, step);
    }
    const { DecryptionError, decrypt } = await age();
    try {
      return (await decrypt(bytes, this.#key)).toString("utf8");
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error;
      const [why, step] = UNDECRYPTED[error.why];
      throw new ToolError("DECRYPTION_FAILED", `${brief(file, 1000)} was not loaded: ${why}`, step);
    }
  }
}

/** Why a file was not decrypted, and the next step. */
const UNDECRYPTED: Record<Undecrypted, [string, string]> = {
  form: [
    "it is encrypted in another way than with a passphrase, or it is armored",
    `decrypt it with the program age, and encrypt it with age --passphrase and the key in ${STATE_KEY}`,
  ],
  key: [
    "the key does not open it, or it was changed after it was saved",
    `set ${STATE_KEY} to the key that it was saved with, or save the state again`,
  ],
  changed: ["it was changed or cut after it was saved", "save the state again, or take the file from a backup"],
};

function read(file: string): Promise<Buffer> {
  const tooLarge = (): ToolError => wrong(file, `it has more than ${MOST_BYTES / 2 ** 20} MiB`);
  return reading(file, () => readRegular(file, { most: MOST_BYTES, tooLarge }));
}

/** Whether a value can be a state: other programs leave one of the two lists out, but not both. */
function isState(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && (Object.hasOwn(value, "cookies") || Object.hasOwn(value, "origins"))
  );
}

function wrong(file: string, why: string): ToolError {
  const step = "name a file that storage_state or Playwright saved";
  return new ToolError("INVALID_INPUT", `${brief(file, 1000)} holds no storage state: ${why}`, step);
}
