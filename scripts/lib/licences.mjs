// Reads licence expressions and the licence files of packages.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

/** If a package offers a choice, the first of these that it offers is used. */
const preferred = ["Apache-2.0", "MIT"];

/**
 * The licences under which a package is used, or `undefined` if that requires one that is not allowed.
 *
 * @param {string} expression SPDX, or the older `A/B`
 * @param {string[]} allowed
 * @returns {string[] | undefined}
 */
export function choose(expression, allowed) {
  const tokens = expression.replaceAll("/", " OR ").match(/\(|\)|[^\s()]+/g) ?? [];
  let position = 0;

  function either() {
    const options = [both()];
    while (tokens[position] === "OR") {
      position += 1;
      options.push(both());
    }
    const usable = options.filter((option) => option !== undefined);
    return (
      preferred.map((name) => usable.find((option) => option.length === 1 && option[0] === name)).find(Boolean) ??
      usable[0]
    );
  }

  function both() {
    const parts = [one()];
    while (tokens[position] === "AND") {
      position += 1;
      parts.push(one());
    }
    return parts.includes(undefined) ? undefined : [...new Set(parts.flat())];
  }

  function one() {
    if (tokens[position] === "(") {
      position += 1;
      const inner = either();
      position += 1;
      return inner;
    }
    let name = tokens[position++];
    if (tokens[position] === "WITH") {
      name = `${name} WITH ${tokens[position + 1]}`;
      position += 2;
    }
    return allowed.includes(name) ? [name] : undefined;
  }

  return tokens.length === 0 ? undefined : either();
}

/** The licences that deny.toml allows. */
export function allowedLicences() {
  const [, list] = /^allow = \[([^\]]*)\]/m.exec(readFileSync(join(root, "deny.toml"), "utf8"));
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
}

/** The texts of a package's licence files, beside the Apache licence, which is the same everywhere. */
export function licenceTexts(folder) {
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name) && !/apache/i.test(name))
    .sort()
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) =>
      readFileSync(file, "utf8")
        .replaceAll("\r\n", "\n")
        .replace(/[ \t]+$/gm, "")
        .trim(),
    )
    .filter((text) => text !== "" && !/^\s*Apache License\s+Version 2\.0, January 2004/.test(text));
}
