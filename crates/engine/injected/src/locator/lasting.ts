/** `lasting`: how an element can be found again, in this and in later loads of the page: by its meaning first. */

import { attribute, firstElementChild, inputType, localName, nodeType, rootOf, textContent } from "../dom/dom.js";
import { DOC, numberOf } from "../dom/registry.js";
import { flatParent, treeParent } from "../dom/shadow.js";
import { clean, cut, holdsControls } from "../dom/text.js";
import { hiddenFromAria } from "../elements/describe.js";
import { pathTo } from "../elements/selector.js";
import { refused, resolve } from "../elements/target.js";
import type { Refusal } from "../protocol.js";
import type { Lasting, LastingArgs, Native, Step } from "./protocol.js";
import { search } from "./search.js";
import { inOrder, View } from "./view.js";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Roles that all programs give to the same elements. */
const AGREED = words(
  "button link textbox searchbox checkbox radio combobox listbox option slider spinbutton switch tab tabpanel menuitem menuitemcheckbox menuitemradio treeitem heading img dialog alertdialog row cell columnheader rowheader gridcell navigation region form group article table list toolbar menu menubar radiogroup tree grid progressbar meter",
);
/** Roles of which a page may have one, which then needs no name. */
const ALONE = words("main dialog alertdialog navigation search table");
/** Roles of what reports what happens. */
const REPORTS = words("status alert log progressbar");
/** Roles of what contains elements of the same meaning. */
const AROUND = words(
  "dialog alertdialog region form navigation group row article table list toolbar menu tabpanel radiogroup tree grid",
);
/** Types of inputs whose role differs between programs. */
const ODD_INPUTS = words("date time datetime-local month week color file password hidden");
/** Longest name, and longest text, that a locator is made of. */
const LONGEST_NAME = 120;
const LONGEST_TEXT = 80;
/** How much of an element's text is answered. */
const TEXT = 200;
/** How many containers are tried, and how many locators are answered. */
const MOST_AROUND = 4;
const MOST = 4;

/** Characters that do not belong into a locator: other programs drop them, or people do not see them. */
const UNPLAIN = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffd\u{e0000}-\u{e007f}]/u;

const usable = (text: string, longest: number): boolean =>
  text !== "" && text.length <= longest && !text.endsWith("…") && !UNPLAIN.test(text);

/** A text as all programs read it; empty where they read different ones. */
const plain = (text: string): string => (holdsControls(text) ? "" : clean(text));

/** `lasting`. */
export function lasting({ target, testId }: LastingArgs): Lasting | Refusal {
  const el = resolve(target);
  return refused(el) ? el : lastingOf(el, testId);
}

/** How an element can be found again. */
export function lastingOf(el: Element, testId: string): Lasting {
  const made = new Maker(el, testId);
  const { path } = pathTo(el);
  const tag = localName(el);
  const type = tag === "input" ? inputType(el as HTMLInputElement) : "";
  return {
    state: "lasting",
    doc: DOC,
    id: numberOf(el),
    ...made.meaning,
    tag,
    type,
    secret: type === "password" || /(?:^|\s)(?:current|new)-password(?:\s|$)/.test(attribute(el, "autocomplete") ?? ""),
    text: cut(clean(made.view.text(el)), TEXT),
    path,
    closed: isInClosed(el),
    ways: [...made.byMeaning(), made.byPath(path)],
    native: native(el, tag, path),
  };
}

/** A way to an element, in steps; `nth` if they lead to several. */
interface Way {
  steps: Step[];
  nth?: number;
}

class Maker {
  readonly view = new View(undefined);
  readonly meaning: { role: string; name: string };

  constructor(
    private readonly el: Element,
    private readonly testId: string,
  ) {
    this.view.names.controlled = new Set();
    this.meaning = this.of(el);
  }

  private of(el: Element): { role: string; name: string } {
    const tag = localName(el);
    const role = this.view.roles.of(el, tag);
    return { role, name: clean(this.view.names.of(el, tag, role).name) };
  }

  /** Ways by what the element means, best first. Each leads to this element alone. */
  byMeaning(): Way[] {
    const found: Way[] = [];
    const own = [...this.own(this.el)];
    for (const step of own) if (this.leads([step])) found.push({ steps: [step] });
    if (found.length === 0) for (const steps of this.inside(own)) found.push({ steps });
    return found.slice(0, MOST);
  }

  /** The way by selectors, which there always is. */
  byPath(path: readonly string[]): Way {
    const steps = path.map((value): Step => ({ by: "css", value }));
    const found = this.find(steps);
    return found.length === 1 ? { steps } : { steps, nth: Math.max(0, inOrder(found).indexOf(this.el)) };
  }

  /** Steps by the element's own properties, best first. */
  private *own(el: Element): Generator<Step> {
    const tag = localName(el);
    const { role, name } = this.of(el);
    const named = usable(name, LONGEST_NAME) && this.view.names.controlled?.has(el) !== true;
    const field = tag === "input" || tag === "textarea";
    const heard = !hiddenFromAria(this.view.styles, el);
    const agreed = heard && !(tag === "input" && ODD_INPUTS.has(inputType(el as HTMLInputElement)));
    if (agreed && AGREED.has(role) && named) yield { by: "role", value: role, name, exact: true };
    // What such an element says is news, by which it is not found again.
    const reports = agreed && REPORTS.has(role);
    if (reports) yield { by: "role", value: role };
    const testId = attribute(el, this.testId);
    if (testId && usable(testId, LONGEST_NAME)) yield { by: "testid", value: testId, exact: true };
    if (field && named) yield { by: "label", value: name, exact: true };
    const placeholder = field ? plain(attribute(el, "placeholder") ?? "") : "";
    if (usable(placeholder, LONGEST_NAME)) yield { by: "placeholder", value: placeholder, exact: true };
    // What other programs read in an element with elements inside may differ.
    const text = !field && firstElementChild(el) === null ? plain(textContent(el) ?? "") : "";
    if (usable(text, LONGEST_TEXT)) yield { by: "text", value: text, exact: true };
    if (agreed && ALONE.has(role)) yield { by: "role", value: role };
  }

  /** Ways through a container that has one. */
  private *inside(own: readonly Step[]): Generator<Step[]> {
    const { role } = this.meaning;
    const alone = AGREED.has(role) && !hiddenFromAria(this.view.styles, this.el);
    const inner: Step[] = alone ? [...own, { by: "role", value: role }] : [...own];
    let tried = 0;
    for (let up = flatParent(this.el); up && tried < MOST_AROUND; up = flatParent(up)) {
      const container = up;
      if (!AROUND.has(this.view.roles.of(up, localName(up))) && attribute(up, this.testId) === null) continue;
      const first = [...this.own(container)].find(
        (step) => (step.by === "role" || step.by === "testid") && this.leads([step], container),
      );
      if (!first) continue;
      tried++;
      for (const step of inner) {
        if (!this.leads([first, step])) continue;
        yield [first, step];
        break;
      }
    }
  }

  /** Whether the steps lead to this element and no other, hidden ones included where other programs count them. */
  private leads(steps: readonly Step[], to = this.el): boolean {
    const found = this.find(steps);
    return found.length === 1 && found[0] === to;
  }

  private find(steps: readonly Step[]): Element[] {
    let view = this.view;
    let found: Element[] = [];
    for (const [index, step] of steps.entries()) {
      if (index > 0) view = new View(found);
      const all = search(view, step, this.testId).best.elements;
      found = step.by === "role" ? all.filter((el) => !hiddenFromAria(this.view.styles, el)) : all;
    }
    return found;
  }
}

/** Whether another program's script is kept out of the element's shadow tree, or of one around it. */
function isInClosed(el: Element): boolean {
  for (let at: Element | null = el; at; at = treeParent(at)) {
    const root = rootOf(at);
    if (nodeType(root) !== 11) return false;
    if ((root as ShadowRoot).mode === "closed") return true;
  }
  return false;
}

const evaluate = Document.prototype.evaluate;

/** How WebDriver finds the element in its document or shadow tree: by its text, if only its place tells it apart otherwise. */
function native(el: Element, tag: string, path: readonly string[]): Native {
  const css = path.at(-1) ?? tag;
  if (path.length > 1 || !/:nth|>/.test(css)) return { using: "css", value: css };
  const text = (textContent(el) ?? "").replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
  if (!usable(text, LONGEST_TEXT) || !/^[a-z][a-z0-9]*$/.test(tag)) return { using: "css", value: css };
  const value = `//${tag}[normalize-space(.)=${xpathText(text)}]`;
  try {
    const found = evaluate.call(document, value, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    if (found.snapshotLength === 1 && found.snapshotItem(0) === el) return { using: "xpath", value };
  } catch {
    // The path does it.
  }
  return { using: "css", value: css };
}

/** A text in XPath 1.0, which has no escapes. */
function xpathText(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  const parts = text.split('"').map((part) => `"${part}"`);
  return `concat(${parts.join(`,'"',`)})`;
}
