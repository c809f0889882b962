// Passes calls to the engine: checks the arguments, connects the cancellation, and returns the answer or
// throws the fault.

import type { Cancellation, Outcome } from "../binding.js";
import { raise, unwrap } from "./error.js";
import { check, type Shape } from "./input.js";
import { binding } from "./loader.js";

/** Options that every call takes. */
export interface CallOptions {
  /** Aborting the signal ends the call, which then rejects with the code `CANCELLED`. */
  signal?: AbortSignal | undefined;
}

/** An object that carries out calls: a session of the addon, or its desktop. */
interface Native {
  call(name: string, args: string, cancellation?: Cancellation): Promise<Outcome>;
}

/** The arguments of a call by name. Its options come last. */
export interface Given extends Record<string, unknown> {
  options: CallOptions;
}

/** Carries out one call of a table. Returns its answer or throws its fault. */
export async function call<T>(
  native: Native,
  table: Record<string, () => Shape>,
  name: string,
  given: Given,
): Promise<T> {
  check(name, given, shapeOf(table, name));
  const { signal, ...options } = given.options;
  // The engine accepts options only for calls that have some. The signal is handled here.
  const args = JSON.stringify({
    ...asText(given),
    options: Object.keys(options).length > 0 ? asText(options) : undefined,
  });
  return unwrap(await cancellable(signal, (cancellation) => native.call(name, args, cancellation)));
}

/** The arguments with bytes as base64, which is their form in JSON. Only arguments and options themselves can be bytes. */
function asText(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value instanceof Uint8Array ? base64(value) : value]),
  );
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

const shapes = new Map<() => Shape, Shape>();

/** The shape of a call's arguments. It is made once. */
function shapeOf(table: Record<string, () => Shape>, name: string): Shape {
  const make = table[name] as () => Shape;
  let shape = shapes.get(make);
  if (shape === undefined) {
    shape = make();
    shapes.set(make, shape);
  }
  return shape;
}

async function cancellable<T>(
  signal: AbortSignal | undefined,
  start: (cancellation?: Cancellation) => Promise<T>,
): Promise<T> {
  if (signal === undefined) return start();
  if (signal.aborted) {
    raise({
      code: "CANCELLED",
      message: "The call was cancelled before it began",
      nextStep: "call again if it is still wanted",
    });
  }
  const cancellation = new (binding().Cancellation)();
  const cancel = () => cancellation.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await start(cancellation);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
