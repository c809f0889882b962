// Values of options, read and checked.

import { LEVELS, type LogLevel } from "../log.ts";
import { quote } from "../quote.ts";
import { STATE_KEY } from "../state-key.ts";
import { UsageError } from "../usage-error.ts";
import type { Name } from "./flags.ts";

/** A shorter key could be guessed by a program that has the file. */
const SHORTEST_KEY = 12;

/** The key of files with log-in state. The error does not show it. */
export function keyOf(environment: NodeJS.ProcessEnv): string | undefined {
  const key = environment[STATE_KEY];
  if (key !== undefined && key.length < SHORTEST_KEY) {
    throw new UsageError(`${STATE_KEY} must have ${SHORTEST_KEY} or more characters`);
  }
  return key;
}

/** The variables of --pass-env. One without a value has that of this process. Errors never show a value. */
export function variables(given: readonly string[], environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf("=");
      const name = at < 0 ? text : text.slice(0, at);
      if (name.trim() === "") throw new UsageError("--pass-env needs a name before the =");
      const value = at < 0 ? environment[name] : text.slice(at + 1);
      if (value === undefined) {
        throw new UsageError(`--pass-env: there is no environment variable ${quote(name)}`);
      }
      return [name, value];
    }),
  );
}

/** The longest side of a viewport, in CSS pixels. */
const LARGEST_SIDE = 10_000;

export function size(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/i.exec(text) ?? [];
  const [wide, high] = [Number(width), Number(height)];
  const fits = (size: number): boolean => size >= 1 && size <= LARGEST_SIDE;
  if (!fits(wide) || !fits(high)) {
    throw new UsageError(
      `--viewport must be two numbers from 1 to ${LARGEST_SIDE}, as in 1280x720, got ${quote(text)}`,
    );
  }
  return { width: wide, height: high };
}

export function portNumber(name: Name, text: string, least = 1): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < least || port > 65_535) {
    throw new UsageError(`--${name} must be a number from ${least} to 65535, got ${quote(text)}`);
  }
  return port;
}

export function count(name: Name, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (!/^\d{1,4}$/.test(text)) {
    throw new UsageError(`--${name} must be a number from 0 to 9999, got ${quote(text)}`);
  }
  return Number(text);
}

export function milliseconds(name: Name, text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new UsageError(`--${name} must be a number of milliseconds from 0 to 999999999, got ${quote(text)}`);
  }
  return Number(text);
}

export function level(text: string): LogLevel {
  const found = LEVELS.find((name) => name === text);
  if (found === undefined) throw new UsageError(`--log-level must be one of ${LEVELS.join(", ")}, got ${quote(text)}`);
  return found;
}
