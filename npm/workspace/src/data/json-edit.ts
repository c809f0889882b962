// Plans for JSON and JSON5 as replacements of text.

import { type FlowFormat, flowSplices, indentOf } from "./flow-edit.js";
import { lineBreak, type Splice } from "./lines.js";
import { type Collection, type DataNode, isCollection } from "./node.js";
import type { NewEntry, NewValue, Plan } from "./plan.js";
import { type JsonStyle, renderJson, renderKey } from "./render-json.js";

/** Replacements for a plan. */
export function jsonSplices(
  text: string,
  root: DataNode,
  plan: Plan,
  { isJson5, carries }: { isJson5: boolean; carries: boolean },
): Splice[] {
  const style = styleOf(text, root, isJson5);
  const write = ({ node, carried }: NewValue, indent: string, inLine: boolean): string => {
    if (carries && carried) {
      const { value, start } = carried.entry;
      return shifted(text.slice(value.start, value.end), indentOf(text, start), indent);
    }
    return renderJson(node, inLine ? { ...style, unit: undefined } : style, indent);
  };
  const format: FlowFormat = {
    text,
    eol: style.eol,
    comma: `,${style.afterComma}`,
    comment: /\/\/[^\n]*|\/\*(?:[^*\n]|\*(?!\/))*\*\//,
    unit: style.unit,
    renderKey: (name, collection) => renderKey(name, keyed(style, text, collection, isJson5)),
    renderEntry: ({ name, value }: NewEntry, indent, collection) => {
      const written = write(value, indent, isInLine(text, collection));
      if (name === undefined) return written;
      return renderKey(name, keyed(style, text, collection, isJson5)) + style.colon + written;
    },
  };
  const splices: Splice[] = [];
  for (const [node, value] of plan.replaced) {
    const isSingle = isJson5 && node.kind === "scalar" && node.style === "single";
    const quote = node.kind === "scalar" && node.type === "string" ? (isSingle ? "'" : '"') : style.quote;
    const inLine = isCollection(node) && isInLine(text, node);
    const indent = indentOf(text, node.start);
    const isPlain = value.node.kind === "scalar" && !(carries && value.carried);
    const written = isPlain ? renderJson(value.node, { ...style, quote }, indent) : write(value, indent, inLine);
    splices.push({ start: node.start, end: node.end, text: written });
  }
  for (const [collection, edit] of plan.collections) splices.push(...flowSplices(collection, edit, format));
  return splices;
}

/** Whether a collection with entries is on one line. */
function isInLine(text: string, { entries, start, end }: Collection): boolean {
  return entries.length > 0 && !text.slice(start, end).includes("\n");
}

/** Gives the lines after the first one another indentation. */
export function shifted(text: string, from: string, to: string): string {
  if (from === to) return text;
  return text.replace(/\n([ \t]*)/g, (line, space: string) =>
    space.startsWith(from) ? `\n${to}${space.slice(from.length)}` : line,
  );
}

/** Keys as the collection has them. */
function keyed(style: JsonStyle, text: string, { entries }: Collection, isJson5: boolean): JsonStyle {
  const key = entries[0]?.key;
  if (!isJson5 || !key) return style;
  const first = text[key.start];
  return { ...style, keyQuote: first === '"' || first === "'" ? first : "" };
}

function styleOf(text: string, root: DataNode, isJson5: boolean): JsonStyle {
  const isLines = text.slice(root.start, root.end).includes("\n");
  const unit = isLines ? unitOf(text, root) : undefined;
  const sample = firstEntry(root);
  const colon = sample && /^[ \t]*/.exec(text.slice(sample.valueFrom, sample.value.start))?.[0];
  const isTight = !isLines && colon === "";
  const firstKey = sample?.key && text[sample.key.start];
  return {
    unit,
    eol: lineBreak(text),
    colon: `:${colon ?? " "}`,
    afterComma: isTight ? "" : " ",
    quote: isJson5 && usesSingle(root) ? "'" : '"',
    keyQuote: !isJson5 || firstKey === '"' ? '"' : firstKey === "'" ? "'" : "",
  };
}

/** The document's first key. */
function firstEntry(root: DataNode): Collection["entries"][number] | undefined {
  for (let node: DataNode | undefined = root; node && isCollection(node); node = node.entries[0]?.value) {
    if (node.kind === "map" && node.entries[0]) return node.entries[0];
  }
  return undefined;
}

/** How far the document's first nested line is indented. */
function unitOf(text: string, root: DataNode): string {
  if (!isCollection(root) || !root.entries[0]) return "  ";
  const inner = indentOf(text, root.entries[0].start).slice(indentOf(text, root.start).length);
  return inner === "" ? "  " : inner;
}

/** Whether the first string that is a value has single quotes. */
function usesSingle(root: DataNode): boolean {
  let looked = 0;
  const open: DataNode[] = [root];
  for (let node = open.pop(); node && looked < 1000; node = open.pop()) {
    looked += 1;
    if (node.kind === "scalar" && node.type === "string") return node.style === "single";
    if (isCollection(node))
      open.push(
        ...node.entries
          .slice(0, 100)
          .map(({ value }) => value)
          .reverse(),
      );
  }
  return false;
}
