// What was typed, unless it is a password.

import { envName } from "./literal.ts";
import type { Target, Value } from "./step.ts";

/** A typed text. What goes into a password field, or may, is an environment variable's value instead. */
export function typed(text: string, isPassword: boolean | undefined, target: Target | undefined): Value {
  if (isPassword === false || text === "") return { text };
  return { env: target === undefined ? "TYPED_TEXT" : envName(target.name) };
}
