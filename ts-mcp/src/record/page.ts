// The timeline as HTML: one file that asks for nothing, so that it can be opened anywhere. It is written step by step, and is
// readable after each: a recording that is cut off shows all steps until then.
//
// What comes from a page or a call is text here, since `html.ts` writes strings so. The policy in the file lets run only the file's own
// script, by its hash, so that even a mistake in that would run nothing.

import { createHash } from "node:crypto";
import { el, Html, join, opening } from "./html.ts";
import { SCRIPT } from "./page-script.ts";
import { STYLE } from "./page-style.ts";

/** A box on a picture, in CSS pixels of the page. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture of a step. */
export interface StepPicture {
  /** Its number in the file. A later step that shows the same one refers to it. */
  id: number;
  /** The picture itself, as base64; absent where an earlier step has it. */
  data?: string;
  mimeType: string;
  /** What it shows, in CSS pixels. */
  width: number;
  height: number;
  /** Where the step's target is. */
  marks: readonly Box[];
}

/** A picture, or why there is none. */
export type Shown = StepPicture | string;

/** Lines that were seen beside a step, such as those of the console. */
export interface Beside {
  title: string;
  lines: readonly string[];
  /** How many further lines there were. */
  more: number;
}

/** One recorded call. */
export interface Step {
  number: number;
  tool: string;
  at: Date;
  durationMs: number;
  /** The code of a failure. */
  failed?: string | undefined;
  /** The answer's first line, which says what was done to what. */
  title: string;
  /** What the call was given, as JSON. */
  given: string;
  answer: string;
  /** How many characters of the answer were left out. */
  cut: number;
  page?: { number: number; url: string } | undefined;
  before?: Shown | undefined;
  after?: Shown | undefined;
  beside: readonly Beside[];
}

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** How a timeline begins. */
export interface Beginning {
  at: Date;
  browser: string;
  version: string;
}

/** The file's head, up to the first step. */
export function head({ at, browser, version }: Beginning): string {
  const policy = [
    "default-src 'none'",
    "img-src data:",
    `style-src ${hash(STYLE)}`,
    `script-src ${hash(SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const when = at.toISOString();
  const day = `${when.slice(0, 10)} ${when.slice(11, 19)} UTC`;
  const radio = (value: string, label: string, checked = false): Html =>
    el(
      "label",
      {},
      el("input", { type: "radio", name: "outcome", value, checked }),
      ` ${label} `,
      el("span", { "data-count": value }),
    );
  const key = (name: string, does: string): (string | Html)[] => [el("kbd", {}, name), ` ${does} `];
  return join([
    new Html("<!doctype html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"),
    el("meta", { "http-equiv": "Content-Security-Policy", content: policy }),
    el("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    el("meta", { name: "referrer", content: "no-referrer" }),
    el("meta", { name: "color-scheme", content: "light dark" }),
    el("title", {}, `Recorded session, ${day}`),
    el("link", { rel: "icon", href: "data:," }),
    el("style", {}, new Html(STYLE)),
    el("script", {}, new Html(SCRIPT)),
    new Html("\n</head>\n<body>\n"),
    el(
      "header",
      { class: "top" },
      el("h1", {}, "Recorded session"),
      el("p", { class: "about" }, el("time", { datetime: when }, day), ` · ${browser} · uipilot ${version}`),
      el(
        "form",
        { class: "tools", hidden: true },
        el(
          "fieldset",
          {},
          el("legend", {}, "Show"),
          radio("all", "All", true),
          radio("ok", "Done"),
          radio("failed", "Failed"),
        ),
        el("label", {}, "Find ", el("input", { type: "search", name: "text", placeholder: "tool, text, address" })),
        el("label", {}, el("input", { type: "checkbox", name: "reads", checked: true }), " Reading calls"),
        el(
          "p",
          { class: "keys" },
          ...key("j", "next"),
          ...key("k", "previous"),
          ...key("f", "next failure"),
          ...key("/", "find"),
        ),
      ),
      el("p", { class: "none", role: "status", hidden: true }, "No step fits."),
    ),
    "\n",
    opening("main"),
    "\n",
  ]);
}

/** A step. */
export function step(step: Step, reads: boolean): string {
  const { number, tool, at, durationMs, failed, title, given, answer, cut, page, before, after, beside } = step;
  const state = failed === undefined ? "ok" : "failed";
  const time = at.toISOString();
  const pictures = [
    ...(before === undefined ? [] : [figure("Before", before, number)]),
    ...(after === undefined ? [] : [figure("After", after, number)]),
  ];
  const about = {
    id: `step-${number}`,
    class: `step ${state}`,
    "data-state": state,
    "data-reads": reads,
    tabindex: -1,
    "aria-labelledby": `title-${number}`,
  };
  const header = el(
    "header",
    {},
    el(
      "h2",
      { id: `title-${number}` },
      el("a", { href: `#step-${number}` }, String(number)),
      " ",
      el("code", {}, tool),
      " ",
      el("span", {}, title),
    ),
    el(
      "p",
      {},
      el("span", { class: "outcome" }, failed === undefined ? "done" : `failed: ${failed}`),
      " ",
      el("time", { datetime: time }, time.slice(11, 23)),
      ` · ${Math.round(durationMs)} ms`,
      ...(page === undefined ? [] : [` · page ${page.number} `, el("span", { class: "address" }, page.url)]),
    ),
  );
  return join([
    el(
      "article",
      about,
      header,
      ...(pictures.length === 0 ? [] : [el("div", { class: "pictures" }, ...pictures)]),
      details("Answer", answer, cut, answer.length < 600 && answer.includes("\n")),
      ...(given === "{}" ? [] : [details("Arguments", given, 0, false)]),
      ...beside.map(besideList),
    ),
    "\n",
  ]);
}

function figure(name: string, picture: Shown, number: number): Html {
  if (typeof picture === "string") {
    return el("figure", { class: "missing" }, el("figcaption", {}, `${name}: ${picture}`));
  }
  const { id, data, mimeType, marks } = picture;
  const [width, height] = [Math.round(picture.width), Math.round(picture.height)];
  const source =
    data === undefined
      ? el("use", { href: `#picture-${id}` })
      : el("image", { id: `picture-${id}`, width, height, href: `data:${mimeType};base64,${data}` });
  const label = `${name} step ${number}${marks.length === 0 ? "" : ", target marked"}`;
  const shown = { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label };
  return el(
    "figure",
    {},
    el(
      "button",
      { type: "button", "aria-pressed": "false", "aria-label": `${label}: enlarge` },
      el("svg", shown, source, ...marks.flatMap(markBox)),
    ),
    el("figcaption", {}, name),
  );
}

/** A box with a pale one below it, so that it is seen on any ground. */
function markBox({ x, y, width, height }: Box): Html[] {
  const place = {
    x: (x - 3).toFixed(1),
    y: (y - 3).toFixed(1),
    width: (width + 6).toFixed(1),
    height: (height + 6).toFixed(1),
    rx: 3,
  };
  return [el("rect", { class: "halo", ...place }), el("rect", { class: "mark", ...place })];
}

function details(name: string, text: string, cut: number, open: boolean): Html {
  const more = cut === 0 ? "" : `\n… ${cut} more characters were left out`;
  // The first line break in this element is no part of its text.
  return el("details", { open }, el("summary", {}, name), el("pre", {}, `\n${text}${more}`));
}

function besideList({ title, lines, more }: Beside): Html {
  const items = lines.map((line) => el("li", {}, line));
  if (more > 0) items.push(el("li", { class: "more" }, `… ${more} more`));
  const name = `${title} (${lines.length + more})`;
  return el("details", { class: "beside", open: true }, el("summary", {}, name), el("ul", {}, ...items));
}

/** The file's end. */
export function tail(lines: readonly string[]): string {
  const said = el("footer", {}, ...lines.map((line) => el("p", {}, line)));
  return join([new Html("</main>\n"), said, new Html("\n</body>\n</html>\n")]);
}
