// What was typed, unless it is a secret.

import { masker } from "../../secrets/mask.ts";
import { envName, TYPED_TEXT } from "./literal.ts";
import type { Target, Value } from "./step.ts";

/**
 * A typed text. What goes into a password field, or may, is an environment variable's value instead, and so is a text with one of the
 * server's secrets in another form than its own.
 */
export function typed(text: string, isPassword: boolean | undefined, target: Target | undefined): Value {
  if (text === "") return { text };
  const parts = masker.parts(text);
  const [only, ...more] = parts ?? [];
  if (typeof only === "object" && more.length === 0) return { env: only.secret, whole: true };
  if (isPassword === false && parts !== undefined) return { text };
  return { env: target === undefined ? TYPED_TEXT : envName(target.name) };
}
