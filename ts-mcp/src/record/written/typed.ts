// What was typed, unless it is a secret.

import { markOf, masker } from "../../secrets/mask.ts";
import { envName } from "./literal.ts";
import type { Target, Value } from "./step.ts";

/**
 * A typed text. What goes into a password field, or may, is an environment variable's value instead, and so is a text with one of the
 * server's secrets: files have only the names of those, and a name is not what was typed.
 */
export function typed(text: string, isPassword: boolean | undefined, target: Target | undefined): Value {
  if (text === "") return { text };
  const secret = masker.nameIn(text);
  if (secret !== undefined && masker.text(text) === markOf(secret)) return { env: secret };
  if (isPassword === false && secret === undefined) return { text };
  return { env: target === undefined ? "TYPED_TEXT" : envName(target.name) };
}
