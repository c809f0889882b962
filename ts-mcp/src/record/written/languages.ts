// The languages that a session is written in, by the names of files.

import { playwright } from "./playwright.ts";
import { rust } from "./rust.ts";
import { selenium } from "./selenium.ts";
import type { Language } from "./step.ts";

/** The language of a file by the end of its name; undefined for another one. */
export function languageOf(file: string): Language | undefined {
  const name = file.toLowerCase();
  if (name.endsWith(".selenium.ts")) return selenium;
  if (/\.(?:spec|test)\.ts$/.test(name)) return playwright;
  return name.endsWith(".rs") ? rust : undefined;
}
