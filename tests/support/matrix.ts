/**
 * Each action with each kind of locator, on one page with a separate control for each case. The page reports the events
 * that it received. Only one locator matches a control, so a case cannot pass by another one.
 */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { does, type Target } from "./interact.ts";
import type { Pilot } from "./pilot.ts";
import type { PageEvent, Site, SitePage } from "./site.ts";
import { Tree } from "./tree.ts";

/** The control that an action needs, and the events that the page receives. */
interface Action {
  name: string;
  role: string;
  /** The element, without the part that the locator matches. */
  tag: "button" | "input" | "select";
  attributes?: string;
  more?: Record<string, unknown>;
  /** Events that the control has to report. */
  events: string[];
  /** Properties of the last of these events. */
  seen?: Record<string, unknown>;
  /** Whether the events are the browser's own. */
  trusted?: boolean;
}

/** A file of the server's folder. */
const FILE = "matrix.txt";

const ACTIONS: Action[] = [
  { name: "click", role: "button", tag: "button", events: ["mousedown", "mouseup", "click"] },
  { name: "doubleClick", role: "button", tag: "button", events: ["dblclick"] },
  { name: "rightClick", role: "button", tag: "button", events: ["contextmenu"], seen: { button: 2 } },
  { name: "pressAndHold", role: "button", tag: "button", more: { value: "60" }, events: ["mousedown", "mouseup"] },
  { name: "hover", role: "button", tag: "button", events: ["mouseover"] },
  {
    name: "type",
    role: "textbox",
    tag: "input",
    attributes: 'value="old"',
    more: { value: "nêw 🙂" },
    events: ["input"],
    seen: { value: "nêw 🙂" },
  },
  {
    name: "clear",
    role: "textbox",
    tag: "input",
    attributes: 'value="old"',
    events: ["input"],
    seen: { value: "" },
  },
  {
    name: "select",
    role: "combobox",
    tag: "select",
    more: { value: "Medium" },
    events: ["input", "change"],
    seen: { value: "m" },
    trusted: false,
  },
  {
    name: "check",
    role: "checkbox",
    tag: "input",
    attributes: 'type="checkbox"',
    events: ["click", "change"],
    seen: { checked: true },
  },
  {
    name: "uncheck",
    role: "checkbox",
    tag: "input",
    attributes: 'type="checkbox" checked',
    events: ["click", "change"],
    seen: { checked: false },
  },
  {
    name: "keypress",
    role: "textbox",
    tag: "input",
    more: { value: "Control+k" },
    events: ["keydown"],
    seen: { key: "k", ctrl: true },
  },
  { name: "scroll", role: "button", tag: "button", events: ["scrolled"], seen: { inView: true } },
  { name: "focus", role: "button", tag: "button", events: ["focus"] },
  { name: "drag", role: "button", tag: "button", events: ["pointerdown", "pointerup"], seen: { over: "goal" } },
  {
    name: "upload",
    role: "button",
    tag: "input",
    attributes: 'type="file"',
    more: { value: FILE },
    events: ["change"],
    seen: { files: `${FILE} 5` },
  },
  { name: "waitForSelector", role: "button", tag: "button", attributes: "hidden", events: ["shown"] },
];

/** A way to locate a control. */
interface Kind {
  name: string;
  /** The part of the control that the locator matches: an attribute, the visible text, or elements around it. */
  attribute?(said: string, id: string): string;
  text?: boolean;
  around?(control: string, said: string, id: string): string;
  find(said: string, id: string, action: Action): Target;
  /** Whether it is in a frame. */
  frame?: boolean;
}

const KINDS: Kind[] = [
  {
    name: "testid",
    attribute: (said) => `data-testid="${said}"`,
    find: (value) => ({ by: "testid", value }),
  },
  {
    name: "role",
    attribute: (said) => `aria-label="${said}"`,
    find: (name, _, { role }) => ({ by: "role", value: role, name }),
  },
  {
    name: "label",
    around: (control, said, id) => `<label for="${id}">${said}</label>${control}`,
    find: (value) => ({ by: "label", value }),
  },
  { name: "text", text: true, find: (value) => ({ by: "text", value }) },
  {
    name: "placeholder",
    attribute: (said) => `placeholder="${said}"`,
    find: (value) => ({ by: "placeholder", value }),
  },
  { name: "name", attribute: (said) => `name="${said}"`, find: (value) => ({ by: "name", value }) },
  { name: "css", find: (_, id) => ({ by: "css", value: `p > #${id}` }) },
  { name: "xpath", find: (_, id) => ({ by: "xpath", value: `//p/*[@id="${id}"]` }) },
  { name: "alt", attribute: (said) => `alt="${said}"`, find: (value) => ({ by: "alt", value }) },
  { name: "title", attribute: (said) => `title="${said}"`, find: (value) => ({ by: "title", value }) },
  { name: "uid", attribute: (said) => `aria-label="${said}"`, find: (value) => ({ by: "uid", value }) },
  { name: "nothing in particular", attribute: (said) => `aria-label="${said}"`, find: (said) => said },
  {
    name: "snapshot line",
    attribute: (said) => `aria-label="${said}"`,
    find: (said, _, { role }) => `${role} "${said}"`,
  },
  {
    name: "chain",
    attribute: () => `class="chained"`,
    around: (control, said) => `<span role="group" aria-label="${said}">${control}</span>`,
    find: (said) => `group "${said}" >> css=.chained`,
  },
  {
    name: "nth",
    attribute: () => `class="one"`,
    around: (control, said) => `<span data-set="${said}"><i class="one">a</i><i class="one">b</i>${control}</span>`,
    find: (said) => ({ by: "css", value: `[data-set="${said}"] > .one`, nth: 2 }),
  },
  {
    name: "within",
    attribute: () => `data-testid="inner"`,
    around: (control, said) => `<span data-testid="${said}">${control}</span>`,
    find: (said) => ({ by: "testid", value: "inner", within: `testid=${said}` }),
  },
  {
    name: "shadow",
    attribute: () => `class="inner"`,
    around: (control, said) =>
      `<span data-testid="${said}"><template shadowrootmode="open">${control}</template></span>`,
    find: (said) => `testid=${said} >> css=.inner`,
  },
  { name: "frame", frame: true, find: (_, id) => ({ by: "css", value: `#${id}` }) },
];

/** Each action with each kind. */
export const CASES = ACTIONS.flatMap((action) =>
  KINDS.map((kind): [title: string, action: Action, kind: Kind] => [`${action.name} by ${kind.name}`, action, kind]),
);

const idOf = (action: Action, kind: Kind): string => `${action.name}-${kind.name.replaceAll(" ", "-")}`;

/** The name of the case's control, with characters that break careless selectors. */
const saidOf = (action: Action, kind: Kind): string => `${action.name} it's [${kind.name}] >`;

function control(action: Action, kind: Kind): string {
  const [id, said] = [idOf(action, kind), saidOf(action, kind)];
  // A UID comes from a snapshot, so its element cannot appear later.
  const attributes = kind.name === "uid" ? action.attributes?.replace("hidden", "") : action.attributes;
  const head = `id="${id}" data-on="${action.events.join(" ")}" ${attributes ?? ""} ${kind.attribute?.(said, id) ?? ""}`;
  const text = kind.text === true;
  const bare = {
    button: `<button type="button" ${head}>${text ? said : "·"}</button>`,
    input: `<input ${head}>`,
    select: `<select ${head}><option value="s">Small</option><option value="m">Medium</option></select>`,
  }[action.tag];
  const labelled = text && action.tag !== "button" ? `<label>${said} ${bare}</label>` : bare;
  const whole = kind.around?.(labelled, said, id) ?? labelled;
  // Only scrolling needs room to scroll.
  const pane = action.name === "scroll" ? `class="pane"><b></b>` : ">";
  return `<p ${pane}${whole}</p>`;
}

const script = `
  addEventListener("DOMContentLoaded", () => {
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap((el) => el.shadowRoot ?? [])];
    for (const el of roots.flatMap((root) => [...root.querySelectorAll("[data-on]")])) {
      const tell = (type, data) => record(type, { id: el.id, ...data });
      for (const type of el.dataset.on.split(" ")) el.addEventListener(type, (event) => tell(type, {
        trusted: event.isTrusted, button: event.button, key: event.key, ctrl: event.ctrlKey,
        value: el.type === "file" ? undefined : el.value, checked: el.checked,
        files: el.files && [...el.files].map((file) => file.name + " " + file.size).join(),
        over: type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY)?.className : undefined,
      }));
      if (el.id.startsWith("drag")) el.addEventListener("pointerdown", (event) => el.setPointerCapture(event.pointerId));
      const pane = (el.getRootNode().host ?? el).closest(".pane");
      if (pane) pane.addEventListener("scroll", () => {
        const [inner, outer] = [el.getBoundingClientRect(), pane.getBoundingClientRect()];
        tell("scrolled", { trusted: true, inView: inner.top >= outer.top && inner.bottom <= outer.bottom });
      });
    }
    // Elements that an action waits for appear when the test asks for them.
    window.reveal = (id) => {
      const el = roots.map((root) => root.getElementById(id)).find((found) => found);
      if (!el) return frames[0].reveal(id);
      el.hidden = false;
      const { x, y, width, height } = el.getBoundingClientRect();
      record("shown", { id, trusted: true, box: { x, y, width, height } });
    };
    addEventListener("hashchange", () => reveal(location.hash.slice("#show:".length)));
  });`;

const style = `<style>
  body { margin: 8px; width: 480px; font: 14px sans-serif } p { margin: 2px 0 }
  .goal { position: fixed; right: 0; top: 0; width: 90px; height: 90px; background: #cdf; z-index: 2 }
  .pane { height: 60px; overflow: auto; background: #eee } .pane b { display: block; height: 400px }
  button { touch-action: none } iframe { width: 470px; height: 300px }</style>`;

/** The page of all cases, opened in a browser. */
export class Matrix {
  readonly page: SitePage;
  readonly #frame: SitePage;
  #uids = new Map<string, string>();
  readonly #touched = new Set<string>();

  constructor(site: Site) {
    const controls = (kind: Kind) => ACTIONS.map((action) => control(action, kind)).join("\n");
    const html = (kinds: Kind[], goal: string) => `${style}<div class="goal" data-testid="${goal}">Goal</div>
      ${kinds.map((kind) => `<section id="${kind.name}s">${controls(kind)}</section>`).join("\n")}<script>${script}</script>`;
    const framed = KINDS.filter((kind) => kind.frame);
    const main = KINDS.filter((kind) => !kind.frame);
    this.#frame = site.html(html(framed, "goal of the frame"));
    this.page = site.html(`${html(main, "goal")}<iframe id="frame" src="${this.#frame.url}"></iframe>`, {
      title: "Matrix",
    });
  }

  /** Prepares what needs the open page: files, and the UIDs of a snapshot. */
  async prepare(pilot: Pilot): Promise<void> {
    writeFileSync(path.join(pilot.folder, FILE), "12345");
    const { nodes } = new Tree(await pilot.ok("take_snapshot", { selector: "#uids" }));
    for (const { uid, name } of nodes) if (uid !== undefined) this.#uids.set(name, uid);
  }

  /** Runs one case. */
  async run(pilot: Pilot, action: Action, kind: Kind): Promise<void> {
    const [id, said] = [idOf(action, kind), saidOf(action, kind)];
    const page = kind.frame ? this.#frame : this.page;
    const value = kind.name === "uid" ? this.#uid(said) : said;
    const late = action.attributes === "hidden" && kind.name !== "uid";
    const acting = does(pilot, action.name, kind.find(value, id, action), {
      ...action.more,
      ...(action.name === "drag" ? { to: kind.frame ? "testid=goal of the frame" : "testid=goal" } : {}),
      options: kind.frame ? { frameSelector: "#frame" } : {},
    });
    // The action already waits when the element appears.
    if (late) await pilot.open(`${this.page.url}#show:${id}`);
    const answer = await acting;
    if (action.attributes === "hidden" && !late) return;
    const seen: PageEvent[] = [];
    for (const type of action.events) {
      const last = type === action.events.at(-1);
      const fits = (event: PageEvent) =>
        event.id === id && (!last || Object.entries(action.seen ?? {}).every(([key, held]) => event[key] === held));
      seen.push(await page.event(type, fits));
    }
    for (const event of seen) expect(event.trusted, event.kind).toBe(action.trusted ?? true);
    if (late) expectAbout(answer.details.boundingBox, seen[0]?.box);
    // No other control received an event. Events of earlier cases may arrive late.
    this.#touched.add(id);
    const others = [...this.page.events(), ...this.#frame.events()].filter(
      (event) => !this.#touched.has(event.id as string),
    );
    const pointed = new Set(["mouseover", "mouseout"]);
    expect(others.filter((event) => !pointed.has(event.kind))).toEqual([]);
    this.page.forget();
    this.#frame.forget();
  }

  #uid(said: string): string {
    const uid = this.#uids.get(said);
    if (uid === undefined) throw new Error(`the snapshot has no UID for ${said}`);
    return uid;
  }
}

/** Compares boxes. Scroll anchoring may move a page by one pixel. */
function expectAbout(reported: unknown, own: unknown): void {
  const sides = Object.entries(own as Record<string, number>);
  for (const [side, length] of sides)
    expect(Math.abs(length - ((reported as Record<string, number>)[side] ?? Number.NaN)), side).toBeLessThan(1.5);
}
