/**
 * Scripts of the caller's in our own world of a document, where no page script sees them: `__uipilot.install` takes one, and
 * `run` runs it.
 */
import { later } from "../dom/builtins.js";
import { DOC, numberOf } from "../dom/registry.js";
import { called } from "../elements/called.js";
import { refused, resolve } from "../elements/target.js";
import type { Refusal } from "../protocol.js";
import type { Named, Ran, RunArgs } from "./protocol.js";

/** What a script gets besides its arguments. */
interface Tools {
  /** The element that it is about. */
  root: Element | undefined;
  /** The place of an element in the list that is answered beside the value; -1 for one more than the list takes. */
  mark(el: Element): number;
  /** `setTimeout`, also for documents whose sandbox keeps timers from running. */
  later(run: () => void, ms?: number): number;
}

type Script = (args: unknown, tools: Tools) => unknown;

/** The most elements of an answer. */
const MOST = 2_000;
/** The longest value, in UTF-16 code units. */
const LONGEST = 4_000_000;
const ERROR = 500;

const scripts = new Map<string, Script>();

/** Keeps a script for `run`. */
export function install(name: string, script: Script): string {
  scripts.set(name, script);
  return "installed";
}

/** `run`. */
export async function run({ name, args, root: expected }: RunArgs): Promise<Ran | Refusal> {
  const script = scripts.get(name);
  if (script === undefined) return { state: "missing" };
  const root = expected && resolve(expected);
  if (root !== undefined && refused(root)) return root;
  const marked = new Map<Element, number>();
  const mark = (el: Element): number => {
    const known = marked.get(el);
    if (known !== undefined) return known;
    if (marked.size === MOST) return -1;
    marked.set(el, marked.size);
    return marked.size - 1;
  };
  let value: string;
  try {
    value = JSON.stringify(await script(JSON.parse(args), { root, mark, later })) ?? "null";
  } catch (error) {
    const text = String(error instanceof Error ? error.message : error);
    return { state: "threw", text: text.slice(0, ERROR).replace(/\p{Surrogate}/gu, "\ufffd") };
  }
  if (value.length > LONGEST) return { state: "large", length: value.length };
  return { state: "ran", doc: DOC, url: location.href, value, elements: [...marked.keys()].map(described) };
}

function described(el: Element): Named {
  return { id: numberOf(el), ...called(el) };
}
