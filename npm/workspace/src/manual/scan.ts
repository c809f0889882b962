// Finds the parts of a Markdown file line by line: front matter, headings, fenced blocks, tables. It follows CommonMark's
// block rules as far as they decide what a heading is, and builds no tree: a manual of 200 MB has to be indexed in seconds.
//
// The text is scanned as Latin-1, in which each byte is one character: all syntax is ASCII, and offsets are those of the file.

/** A part of a file, as offsets in bytes. */
export interface Range {
  start: number;
  end: number;
}

/** A heading at the top level of a document. */
export interface Heading extends Range {
  level: number;
  /** The text without marks of the heading itself, still with inline Markdown. */
  text: Range;
}

/** A fenced block. `start` and `end` are those of its content. */
export interface Fence extends Range {
  /** The first word of the info string, in lower case. */
  language: string;
  /** Where its opening line begins. */
  from: number;
}

/** A table, from its header line to its last row. */
export interface Table extends Range {}

/** The parts of a file, in their order. */
export interface Scan {
  frontMatter: Range | undefined;
  headings: Heading[];
  fences: Fence[];
  tables: Table[];
  /** Lines that begin with a list marker, without it. */
  items: Range[];
  /** Lines that begin with an anchor element, such as `<a id="x">`. */
  anchors: Range[];
}

const FENCE = /^(`{3,}|~{3,})[ \t]*([^\s`]*)/;
const ATX = /^(#{1,6})(?:[ \t]+|$)/;
const MARKER = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const THEMATIC = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
/** HTML blocks that end with a certain text, wherever that is. */
const HTML_UNTIL: readonly [RegExp, RegExp][] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Za-z]/, />/],
];
/** Elements whose tag begins an HTML block that lasts until an empty line. */
const HTML_BLOCK =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[\s>]|\/>|$)/i;
const ATTRIBUTE = `\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"'=<>\`]+|'[^']*'|"[^"]*"))?`;
/** A single complete tag begins an HTML block, where no paragraph is open. */
const HTML_TAG = new RegExp(`^<(?:[A-Za-z][\\w-]*(?:${ATTRIBUTE})*\\s*/?|/[A-Za-z][\\w-]*\\s*)>\\s*$`);

const TAB = 9;
const SPACE = 32;

/** Scans a file. `text` is its content as Latin-1. */
export function scan(text: string): Scan {
  const found: Scan = { frontMatter: undefined, headings: [], fences: [], tables: [], items: [], anchors: [] };
  let at = text.startsWith("\xef\xbb\xbf") ? 3 : 0;
  const front = frontMatter(text, at);
  if (front !== undefined) {
    found.frontMatter = { start: front.start, end: front.end };
    at = front.after;
  }

  let fence: (Fence & { mark: string; container: number }) | undefined;
  let html: RegExp | "blank" | undefined;
  let table: Table | undefined;
  /** Where the paragraph began that is open at the top level. */
  let paragraph = -1;
  /** A paragraph inside a list item or a quotation is open, which a line can continue without its marks. */
  let lazy = false;
  /** Columns in which the content of open list items begins. */
  const containers: number[] = [];
  /** The line before, for the header of a table. */
  let before: (Range & { indent: number }) | undefined;
  /** Whether an empty line came after a list marker without content. */
  let emptyItem = false;

  for (let next = at; next < text.length; ) {
    const start = next;
    const newline = text.indexOf("\n", start);
    next = newline < 0 ? text.length : newline + 1;
    let end = newline < 0 ? text.length : newline;
    if (end > start && text.charCodeAt(end - 1) === 13) end -= 1;

    let first = start;
    let indent = 0;
    for (let code = text.charCodeAt(first); first < end && (code === SPACE || code === TAB); ) {
      indent += code === TAB ? 4 - (indent % 4) : 1;
      first += 1;
      code = text.charCodeAt(first);
    }
    const blank = first >= end;

    if (fence !== undefined) {
      if (!blank && indent < fence.container) {
        // The list item that holds the block has ended.
        fence.end = start;
      } else {
        const mark = fence.mark;
        const closes =
          indent - fence.container <= 3 && text.startsWith(mark, first) && closing(text, first, end, mark[0] as string);
        fence.end = closes ? start : next;
        if (closes) fence = undefined;
        continue;
      }
      fence = undefined;
    }

    if (html !== undefined) {
      if (html === "blank" ? blank : html.test(text.slice(first, end))) {
        html = undefined;
        if (!blank) continue;
      } else continue;
    }

    if (blank) {
      if (emptyItem) containers.pop();
      emptyItem = false;
      paragraph = -1;
      lazy = false;
      table = undefined;
      before = undefined;
      continue;
    }
    emptyItem = false;

    const code = text.charCodeAt(first);
    if (!lazy) while (containers.length > 0 && (containers.at(-1) as number) > indent) containers.pop();
    const base = containers.findLast((column) => indent >= column) ?? 0;
    const inside = indent - base;
    const top = base === 0;

    // Indented code, or the continuation of a paragraph.
    if (inside >= 4) {
      if (table !== undefined) table = undefined;
      before = undefined;
      continue;
    }

    if (table !== undefined) {
      if (!startsBlock(text, first, end, code)) {
        table.end = end;
        continue;
      }
      table = undefined;
    }

    // "`" and "~"
    if (code === 96 || code === 126) {
      const [, mark, language] = FENCE.exec(text.slice(first, end)) ?? [];
      if (mark !== undefined && !(code === 96 && text.slice(first + mark.length, end).includes("`"))) {
        while (containers.length > 0 && (containers.at(-1) as number) > indent) containers.pop();
        fence = {
          from: start,
          start: next,
          end: next,
          language: (language ?? "").toLowerCase(),
          mark,
          container: base,
        };
        found.fences.push(fence);
        paragraph = -1;
        lazy = false;
        before = undefined;
        continue;
      }
    }

    // "#"
    if (code === 35) {
      const atx = ATX.exec(text.slice(first, Math.min(end, first + 8)));
      if (atx !== null) {
        if (top) {
          const level = (atx[1] as string).length;
          found.headings.push({ level, start, end: next, text: atxText(text, first + level, end) });
          containers.length = 0;
        }
        paragraph = -1;
        lazy = false;
        before = undefined;
        continue;
      }
    }

    // A line of "=" or "-" below a paragraph.
    if ((code === 61 || code === 45) && paragraph >= 0 && top && /^(?:=+|-+)[ \t]*$/.test(text.slice(first, end))) {
      const content = trimmed(text, paragraph, start);
      if (!onlyDefinitions(text.slice(content.start, content.end))) {
        found.headings.push({
          level: code === 61 ? 1 : 2,
          start: lineStart(text, paragraph),
          end: next,
          text: content,
        });
        paragraph = -1;
        before = undefined;
        continue;
      }
    }

    // The second line of a table.
    if (before !== undefined && (code === 124 || code === 45 || code === 58)) {
      const row = text.slice(first, end);
      const header = text.slice(before.start, before.end);
      if (row.length < 4_000 && DELIMITER_ROW.test(row) && header.includes("|") && cells(header) === cells(row)) {
        table = { start: lineStart(text, before.start), end };
        found.tables.push(table);
        paragraph = -1;
        lazy = false;
        before = undefined;
        continue;
      }
    }

    if ((code === 42 || code === 45 || code === 95) && THEMATIC.test(text.slice(first, end))) {
      if (top) containers.length = 0;
      paragraph = -1;
      lazy = false;
      before = undefined;
      continue;
    }

    // List items. A paragraph is interrupted only by an item with content, and by a number only if it is 1.
    if (code === 42 || code === 43 || code === 45 || (code >= 48 && code <= 57)) {
      const line = text.slice(first, Math.min(end, first + 16));
      const marker = MARKER.exec(line);
      const empty = marker !== null && first + marker[0].trimEnd().length >= end;
      const interrupts = paragraph < 0 || (!empty && (code < 48 || /^1[.)]/.test(line)));
      if (marker !== null && interrupts) {
        const width = marker[0].trimEnd().length;
        const spaces = marker[0].length - width;
        while (containers.length > 0 && (containers.at(-1) as number) > indent) containers.pop();
        containers.push(indent + width + (empty || spaces > 4 ? 1 : Math.max(1, spaces)));
        emptyItem = empty;
        const content = first + marker[0].length;
        if (!empty) found.items.push({ start: content, end });
        paragraph = -1;
        lazy = !empty;
        before = undefined;
        // A block may begin on the item's own line.
        const own = text.slice(content, end);
        const nested = FENCE.exec(own);
        if (nested?.[1] !== undefined && !(own.startsWith("`") && own.slice(nested[1].length).includes("`"))) {
          const container = containers.at(-1) ?? 0;
          const language = (nested[2] ?? "").toLowerCase();
          fence = { from: start, start: next, end: next, language, mark: nested[1], container };
          found.fences.push(fence);
          lazy = false;
        } else if (ATX.test(own) || THEMATIC.test(own)) lazy = false;
        continue;
      }
    }

    // ">"
    if (code === 62) {
      if (top) containers.length = 0;
      paragraph = -1;
      lazy = /^>[ \t]?[^\s#>`~-]/.test(text.slice(first, Math.min(end, first + 4)));
      before = undefined;
      continue;
    }

    // "<"
    if (code === 60) {
      const line = text.slice(first, end);
      if (/^<a\s/i.test(line)) found.anchors.push({ start: first, end });
      const until = HTML_UNTIL.find(([begins]) => begins.test(line));
      if (until !== undefined || HTML_BLOCK.test(line) || (paragraph < 0 && !lazy && HTML_TAG.test(line))) {
        if (until === undefined) html = "blank";
        else if (!until[1].test(line.slice(2))) html = until[1];
        paragraph = -1;
        lazy = false;
        before = undefined;
        continue;
      }
    }

    // A paragraph.
    if (lazy && paragraph < 0) {
      // It continues the paragraph of an item or a quotation.
      before = base > 0 ? { start: first, end, indent } : undefined;
      continue;
    }
    if (top) {
      if (paragraph < 0) {
        paragraph = first;
        containers.length = 0;
      }
    } else lazy = true;
    before = { start: first, end, indent };
  }
  return found;
}

/** The block between `---` lines at the beginning. */
function frontMatter(text: string, at: number): (Range & { after: number }) | undefined {
  const opening = /^---[ \t]*\r?\n/.exec(text.slice(at, at + 80));
  if (opening === null) return undefined;
  const start = at + opening[0].length;
  const closing = /^(?:---|\.\.\.)[ \t]*\r?$/gm;
  closing.lastIndex = start;
  const found = closing.exec(text);
  if (found === null) return undefined;
  const newline = text.indexOf("\n", found.index);
  return { start, end: found.index, after: newline < 0 ? text.length : newline + 1 };
}

/** Whether a line that begins with the mark of a fence consists of nothing else. */
function closing(text: string, first: number, end: number, mark: string): boolean {
  let at = first;
  while (at < end && text[at] === mark) at += 1;
  return text.slice(at, end).trim() === "";
}

/** The text of a heading line after its opening `#`, without the closing ones. */
function atxText(text: string, from: number, end: number): Range {
  const { start, end: last } = trimmed(text, from, end);
  let cut = last;
  while (cut > start && text[cut - 1] === "#") cut -= 1;
  if (cut === last) return { start, end: last };
  if (cut === start) return { start, end: start };
  return /[ \t]/.test(text[cut - 1] as string) ? trimmed(text, start, cut) : { start, end: last };
}

function trimmed(text: string, from: number, to: number): Range {
  let [start, end] = [from, to];
  while (start < end && text.charCodeAt(start) <= SPACE) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end -= 1;
  return { start, end };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

const DEFINITION = /^ {0,3}\[[^[\]]{1,999}\]:[ \t]*(\S*)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/;
const TITLE = /^[ \t]*(?:"[^"]*"|'[^']*'|\([^()]*\))[ \t]*$/;

/** Whether a paragraph consists of link reference definitions, which a line below does not make a heading. */
function onlyDefinitions(paragraph: string): boolean {
  if (!paragraph.startsWith("[")) return false;
  let found = false;
  // Line by line: an expression for all of them would take the square of their length.
  for (let start = 0, wantsAddress = false; start < paragraph.length; ) {
    const newline = paragraph.indexOf("\n", start);
    const end = newline < 0 ? paragraph.length : newline;
    const line = paragraph.slice(start, Math.min(end, start + 4_000)).replace(/\r$/, "");
    start = end + 1;
    if (wantsAddress) {
      if (!/^[ \t]*\S+[ \t]*$/.test(line)) return false;
      wantsAddress = false;
      continue;
    }
    const definition = DEFINITION.exec(line);
    if (definition === null && !(found && TITLE.test(line))) return false;
    found = true;
    wantsAddress = definition?.[1] === "";
  }
  return found;
}

/** Whether a line ends the table above it. */
function startsBlock(text: string, first: number, end: number, code: number): boolean {
  const line = text.slice(first, Math.min(end, first + 200));
  if (code === 62) return true;
  if (code === 35) return ATX.test(line);
  if (code === 96 || code === 126) return FENCE.test(line);
  if (code === 42 || code === 43 || code === 45 || code === 95 || (code >= 48 && code <= 57)) {
    return MARKER.test(line) || THEMATIC.test(line);
  }
  return code === 60 && (HTML_BLOCK.test(line) || HTML_UNTIL.some(([begins]) => begins.test(line)));
}

/** How many cells a row has. */
export function cells(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).length;
}
