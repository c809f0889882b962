/** What the suites need of a walk: its lines taken apart, and targets found by role and name. */
import type { Expected, Prepared, Refusal } from "../src/protocol.ts";
import type { Outcome } from "../src/watching/outcome-protocol.ts";
import type { TestPage } from "./browsers.ts";

export interface Line {
  depth: number;
  id: number | undefined;
  role: string;
  flags: string;
  name: string;
  rest: string[];
}

export interface Walked {
  doc: string;
  header: string[];
  lines: Line[];
  /** Lines as text: role, name and properties, indented. */
  text: string;
  target(role: string, name: string): Expected;
}

export async function walk(page: TestPage, args: object = {}): Promise<Walked> {
  const [first = "", ...rest] = (await page.raw("walk", args)).split("\n");
  const header = first.split("\t");
  const doc = header[0] ?? "";
  const lines = rest.map((line): Line => {
    const [depth, id, role = "", flags = "", name = "", ...more] = line.split("\t");
    return { depth: Number(depth), id: id ? Number(id) : undefined, role, flags, name, rest: more };
  });
  const text = lines
    .map((l) => `${"  ".repeat(l.depth)}${l.role}${l.name ? ` "${l.name}"` : ""}${l.rest.map((r) => ` ${r}`).join("")}`)
    .join("\n");
  return {
    doc,
    header,
    lines,
    text,
    target(role, name) {
      const found = lines.find((l) => l.role === role && l.name === name && l.id !== undefined);
      if (!found?.id) throw new Error(`no ${role} "${name}" in\n${text}`);
      return { doc, id: found.id, role, name };
    },
  };
}

/** The lines below the document line. */
export async function body(page: TestPage, html: string): Promise<string> {
  await page.open(`<!doctype html><title>t</title>${html}`);
  const { lines, text } = await walk(page);
  return text
    .split("\n")
    .slice(1, lines.length)
    .map((line) => line.slice(2))
    .join("\n");
}

/** An answer of `prepare`, whatever its state. */
export interface Answer extends Omit<Prepared, "state"> {
  state: (Prepared | Refusal)["state"];
}

export const prepare = (page: TestPage, target: Expected, action = "click", attempt = 0): Promise<Answer> =>
  page.call<Answer>("prepare", { target, action, attempt });
export const outcome = (page: TestPage): Promise<Outcome> => page.call("outcome");
