/**
 * From values of a database to JSON, in Playwright's encoding.
 *
 * These scripts run in an empty document, in which no page has changed the built-in objects.
 */

/** Thrown for a value that the encoding cannot hold. */
export class Unsaved {
  constructor(readonly why: string) {}
}

/** Deeper values are left out, because programs that read the file may handle them by recursion. */
const MOST_DEPTH = 200;

/** The names of typed arrays in the encoding. */
const TYPED: Readonly<Record<string, string>> = {
  Int8Array: "i8",
  Uint8Array: "ui8",
  Uint8ClampedArray: "ui8c",
  Int16Array: "i16",
  Uint16Array: "ui16",
  Int32Array: "i32",
  Uint32Array: "ui32",
  Float32Array: "f32",
  Float64Array: "f64",
  BigInt64Array: "bi64",
  BigUint64Array: "bui64",
};

/** Whether every surrogate of a text has its pair. Other texts have no UTF-8. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * A value as `plain`, if JSON gives back the same, else as `encoded`.
 *
 * @throws {Unsaved}
 */
export function encode(value: unknown): { plain: unknown } | { encoded: unknown } {
  const encoder = new Encoder();
  const encoded = encoder.encode(value, 0);
  return encoder.plain ? { plain: value } : { encoded };
}

class Encoder {
  /** Whether JSON gives back the same value. */
  plain = true;
  readonly #ids = new Map<object, number>();

  encode(value: unknown, depth: number): unknown {
    if (depth > MOST_DEPTH) throw new Unsaved(`a value of more than ${MOST_DEPTH} levels`);
    switch (typeof value) {
      case "boolean":
        return value;
      case "string":
        return text(value);
      case "number":
        return Number.isFinite(value) && !Object.is(value, -0) ? value : this.#special(number(value));
      case "bigint":
        return this.#special({ bi: value.toString() });
      case "undefined":
        return this.#special({ v: "undefined" });
      case "object":
        // `null` is the same in JSON, and has its own form among encoded values.
        return value === null ? { v: "null" } : this.#object(value, depth);
      default:
        throw new Unsaved(typeof value);
    }
  }

  #special<T>(encoded: T): T {
    this.plain = false;
    return encoded;
  }

  #object(value: object, depth: number): unknown {
    const known = this.#ids.get(value);
    if (known !== undefined) return this.#special({ ref: known });
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    switch (kind) {
      case "Date": {
        const time = (value as Date).getTime();
        // `null`, which is the JSON of an invalid date, would be read as the year 1970.
        return this.#special({ d: Number.isNaN(time) ? "Invalid Date" : (value as Date).toISOString() });
      }
      case "RegExp":
        return this.#special({ r: { p: text((value as RegExp).source), f: (value as RegExp).flags } });
      case "Error":
        return this.#special(error(value as Error));
      case "ArrayBuffer":
        return this.#special({ ab: { b: base64(new Uint8Array(value as ArrayBuffer)) } });
      case "Map": {
        const id = this.#identify(value);
        const m = [...(value as Map<unknown, unknown>)].map(([k, v]) => ({
          k: this.encode(k, depth + 1),
          v: this.encode(v, depth + 1),
        }));
        return this.#special({ m, id });
      }
      case "Set": {
        const id = this.#identify(value);
        return this.#special({ s: [...(value as Set<unknown>)].map((item) => this.encode(item, depth + 1)), id });
      }
      case "Array": {
        const list = value as unknown[];
        if (Object.keys(list).length !== list.length || list.some((_, at) => !(at in list))) {
          throw new Unsaved("Array with gaps or named entries");
        }
        const id = this.#identify(value);
        return { a: list.map((item) => this.encode(item, depth + 1)), id };
      }
      case "Object": {
        const id = this.#identify(value);
        const o = Object.entries(value).map(([k, v]) => {
          // In JSON that is read as a script, this name sets the prototype.
          if (k === "__proto__") this.plain = false;
          return { k: text(k), v: this.encode(v, depth + 1) };
        });
        return { o, id };
      }
    }
    const typed = TYPED[kind];
    if (typed === undefined) throw new Unsaved(kind);
    return this.#special({ ta: { b: base64(bytes(value as ArrayBufferView)), k: typed } });
  }

  #identify(value: object): number {
    const id = this.#ids.size + 1;
    this.#ids.set(value, id);
    return id;
  }
}

function text(value: string): string {
  if (!isWellFormed(value)) throw new Unsaved("text that is no valid Unicode");
  return value;
}

function number(value: number): { v: string } {
  return { v: Object.is(value, -0) ? "-0" : String(value) };
}

function error(value: Error): unknown {
  if ("cause" in value) throw new Unsaved("Error with a cause");
  return { e: { n: text(value.name), m: text(value.message), s: text(value.stack ?? "") } };
}

function bytes(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** How many bytes are handed to a function as arguments at once. */
const AT_ONCE = 8_192;

function base64(list: Uint8Array): string {
  let binary = "";
  for (let from = 0; from < list.length; from += AT_ONCE) {
    binary += String.fromCharCode(...list.subarray(from, from + AT_ONCE));
  }
  return btoa(binary);
}
