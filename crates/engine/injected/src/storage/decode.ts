/** From Playwright's encoding of values to the values. The encoding comes from a file and may be anything. */

/** Thrown for what is not in the encoding. */
export class Wrong {
  constructor(readonly why: string) {}
}

/** The constructors of typed arrays by their names in the encoding. */
const TYPED = new Map<unknown, new (buffer: ArrayBuffer) => ArrayBufferView>([
  ["i8", Int8Array],
  ["ui8", Uint8Array],
  ["ui8c", Uint8ClampedArray],
  ["i16", Int16Array],
  ["ui16", Uint16Array],
  ["i32", Int32Array],
  ["ui32", Uint32Array],
  ["f32", Float32Array],
  ["f64", Float64Array],
  ["bi64", BigInt64Array],
  ["bui64", BigUint64Array],
]);

const SPECIAL = new Map<unknown, unknown>([
  ["undefined", undefined],
  ["null", null],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["-0", -0],
]);

/**
 * The value that an encoding stands for.
 *
 * @throws {Wrong} and the errors of constructors, such as that of a regular expression
 */
export function decode(encoded: unknown): unknown {
  return new Decoder().decode(encoded);
}

class Decoder {
  readonly #refs = new Map<unknown, unknown>();

  decode(encoded: unknown): unknown {
    if (typeof encoded !== "object") return encoded;
    if (encoded === null) return null;
    if (has(encoded, "ref")) {
      if (!this.#refs.has(encoded.ref)) throw new Wrong("a reference to nothing");
      return this.#refs.get(encoded.ref);
    }
    if (has(encoded, "v")) {
      if (!SPECIAL.has(encoded.v)) throw new Wrong("an unknown word");
      return SPECIAL.get(encoded.v);
    }
    // Some programs write an invalid date so.
    if (has(encoded, "d")) return encoded.d === null ? new Date(Number.NaN) : new Date(text(encoded.d));
    // A URL cannot be stored in a database; the browser refuses it.
    if (has(encoded, "u")) return new URL(text(encoded.u));
    if (has(encoded, "bi")) return BigInt(text(encoded.bi));
    if (has(encoded, "e")) return error(record(encoded.e));
    if (has(encoded, "r")) {
      const { p, f } = record(encoded.r);
      return new RegExp(text(p), text(f));
    }
    if (has(encoded, "a")) {
      const array: unknown[] = this.#note(encoded, []);
      for (const item of list(encoded.a)) array.push(this.decode(item));
      return array;
    }
    if (has(encoded, "o")) {
      const object = this.#note(encoded, {});
      for (const entry of list(encoded.o)) {
        const { k, v } = record(entry);
        const value = this.decode(v);
        // Not by assignment, which for `__proto__` would set the prototype.
        Object.defineProperty(object, text(k), { value, writable: true, enumerable: true, configurable: true });
      }
      return object;
    }
    if (has(encoded, "m")) {
      const map = this.#note(encoded, new Map<unknown, unknown>());
      for (const entry of list(encoded.m)) {
        const { k, v } = record(entry);
        map.set(this.decode(k), this.decode(v));
      }
      return map;
    }
    if (has(encoded, "s")) {
      const set = this.#note(encoded, new Set<unknown>());
      for (const item of list(encoded.s)) set.add(this.decode(item));
      return set;
    }
    if (has(encoded, "ta")) {
      const { b, k } = record(encoded.ta);
      const Typed = TYPED.get(k);
      if (Typed === undefined) throw new Wrong("an unknown typed array");
      return new Typed(bytes(b));
    }
    if (has(encoded, "ab")) return bytes(record(encoded.ab).b);
    throw new Wrong("an unknown form of a value");
  }

  #note<T>(encoded: object, value: T): T {
    if (has(encoded, "id")) this.#refs.set(encoded.id, value);
    return value;
  }
}

function has<K extends string>(object: object, key: K): object is Record<K, unknown> {
  return Object.hasOwn(object, key);
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Wrong("an object is missing");
  return value as Record<string, unknown>;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Wrong("a list is missing");
  return value;
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new Wrong("a text is missing");
  return value;
}

function error({ n, m, s }: Record<string, unknown>): Error {
  const made = new Error(text(m));
  made.name = text(n);
  made.stack = text(s);
  return made;
}

function bytes(base64: unknown): ArrayBuffer {
  const binary = atob(text(base64));
  return Uint8Array.from(binary, (byte) => byte.charCodeAt(0)).buffer;
}
