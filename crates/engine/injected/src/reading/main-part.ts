/** What a page is about: the part with the most text that is no link, without what surrounds texts on most sites. */
import { attribute, hasAny, isElement, localName, nodeType, textData, token } from "../dom/dom.js";
import { eachChild, flatParent } from "../dom/shadow.js";
import { ATOMIC, CONTENTS, HIDDEN, INLINE, NONE, SKIPPED, type Styles } from "../dom/style.js";
import { IGNORED } from "../walk/vocabulary.js";
import type { Sight } from "./sight.js";

/** The part of a page that it is about. */
export interface MainPart {
  /** What to read, in the order of the document. */
  roots: Element[];
  /** What is left out inside of them. */
  dropped: Set<Element>;
}

/** A page with less text in its main part has none. */
const LEAST = 250;
const DEEPEST = 400;

const OUTER = new Set("nav aside footer dialog".split(" "));
const OUTER_ROLES = new Set(
  "navigation complementary contentinfo banner search dialog alertdialog menu menubar toolbar".split(" "),
);
const CONTROLS = new Set("button input select textarea option label fieldset form".split(" "));
/** Classes and ids of what surrounds texts. */
const AROUND =
  /(?:^|[-_\s])(?:ad|ads|advert\w*|adbox|agegate|author-?bio|banner|breadcrumbs?|byline-?social|combx|comments?|community|cookies?|consent|disqus|extra|foot|footer|footnav|gdpr|hidden-print|legends|livefyre|masthead|menu|modal|most-?(?:read|popular)|nav|navbar|navbox|navigation|newsletter|newsletter-?signup|outbrain|pager|pagination|popular|popup|print|promo\w*|read-?more|recirc\w*|recommend\w*|related\w*|remark|rss|share\w*|sharing|shoutbox|sidebar|skip-?links?|skyscraper|social\w*|sponsor\w*|subscribe|supplemental|taboola|tags?|toolbar|tools|toc|trending|widget|yom-remote|mw-editsection|noprint)(?:$|[-_\s])/i;
const WITHIN = /(?:^|[-_\s])(?:article|blog|body|content|entry|main|page|post|story|text)(?:$|[-_\s])/i;

/** What is known of an element. Lengths are in characters without the whitespace. */
interface Facts {
  text: number;
  links: number;
  commas: number;
  /** Text of its own, with that of inline elements in it. */
  own: number;
  ownLinks: number;
  fields: number;
  score: number;
}

/** The main part of a page; undefined if it has none. What a person cannot see has no weight. */
export function mainPart(top: Element, styles: Styles, sight: Sight): MainPart | undefined {
  const weighing = new Weighing(styles, sight);
  const all = weighing.weigh(top, 0, false);
  const best = weighing.best(top);
  if (best === undefined || all.text === 0) return undefined;
  const roots = weighing.besides(best, top);
  const dropped = new Set<Element>(weighing.outer);
  for (const root of roots) weighing.drop(root, dropped, 0);
  let kept = 0;
  for (const root of roots) kept += weighing.keptIn(root, dropped);
  return kept < LEAST ? undefined : { roots, dropped };
}

class Weighing {
  readonly outer = new Set<Element>();
  private readonly facts = new Map<Element, Facts>();

  constructor(
    private readonly styles: Styles,
    private readonly sight: Sight,
  ) {}

  /** Weighs an element with what is in it. `linked`: it is in a link. */
  weigh(el: Element, level: number, linked: boolean): Facts {
    const facts: Facts = { text: 0, links: 0, commas: 0, own: 0, ownLinks: 0, fields: 0, score: 0 };
    const tag = localName(el);
    const inLink = linked || tag === "a";
    eachChild(el, tag, (child) => {
      if (nodeType(child) === 3) {
        const data = textData(child as Text);
        const length = data.replace(/\s+/g, "").length;
        if (length === 0 || !this.sight.weighs(el, data)) return;
        facts.text += length;
        facts.own += length;
        if (inLink) {
          facts.links += length;
          facts.ownLinks += length;
        }
        facts.commas += (data.match(/[,،、，]/g) ?? []).length;
        return;
      }
      if (!isElement(child) || level >= DEEPEST) return;
      const name = localName(child);
      if (IGNORED.has(name)) return;
      const style = this.styles.of(child, name);
      if (style & (NONE | HIDDEN | SKIPPED) || this.sight.hidesAll(child)) return;
      if (this.surrounds(child, name)) {
        this.outer.add(child);
        return;
      }
      if (CONTROLS.has(name)) facts.fields++;
      const inner = this.weigh(child, level + 1, inLink);
      facts.text += inner.text;
      facts.links += inner.links;
      facts.fields += inner.fields;
      if (style & (INLINE | CONTENTS) && !(style & ATOMIC)) {
        facts.own += inner.own;
        facts.ownLinks += inner.ownLinks;
        facts.commas += inner.commas;
      }
    });
    this.facts.set(el, facts);
    const style = this.styles.of(el, tag);
    if (!(style & (INLINE | CONTENTS)) && facts.own >= 20) this.give(el, facts);
    return facts;
  }

  /** Gives the score of a paragraph to what it is in. */
  private give(el: Element, { own, ownLinks, commas }: Facts): void {
    const score = (1 + commas + Math.min(own / 80, 4)) * (1 - ownLinks / own);
    let share = 1;
    let level = 0;
    for (let up = flatParent(el); up && level < 5; up = flatParent(up), level++) {
      this.scores.set(up, (this.scores.get(up) ?? 0) + score * share);
      share = level === 0 ? 0.75 : share * 0.7;
    }
  }
  private readonly scores = new Map<Element, number>();

  /** Whether an element is what surrounds texts, by its kind. */
  private surrounds(el: Element, tag: string): boolean {
    if (OUTER.has(tag)) return true;
    if (!hasAny(el)) return false;
    const role = token(el, "role");
    if (role !== "" && OUTER_ROLES.has(role)) return true;
    return token(el, "aria-modal") === "true";
  }

  /** The element with the highest score. */
  best(top: Element): Element | undefined {
    let best: Element | undefined;
    let most = 0;
    for (const [el, score] of this.scores) {
      const facts = this.facts.get(el);
      if (facts === undefined || facts.text === 0 || el === top.parentElement) continue;
      const weight = 1 + (WITHIN.test(names(el)) || this.isMain(el) ? 0.25 : 0) - (AROUND.test(names(el)) ? 0.5 : 0);
      const value = score * (1 - facts.links / facts.text) * weight;
      if (value > most) {
        most = value;
        best = el;
      }
    }
    if (best === undefined) return undefined;
    // What holds several parts of one text has more of it than the best of them.
    for (let up = flatParent(best); up && up !== top; up = flatParent(up)) {
      const facts = this.facts.get(up);
      const inner = this.facts.get(best);
      if (facts === undefined || inner === undefined) break;
      const dense = facts.links / Math.max(facts.text, 1) <= inner.links / Math.max(inner.text, 1) + 0.1;
      const named = localName(up) === "article" || localName(up) === "main" || this.isMain(up);
      if (named ? facts.text < inner.text * 3 : dense && facts.text > inner.text * 1.25 && facts.text < inner.text * 3)
        best = up;
    }
    return best;
  }

  private isMain(el: Element): boolean {
    const tag = localName(el);
    return (
      tag === "article" || tag === "main" || token(el, "role") === "main" || token(el, "itemprop") === "articlebody"
    );
  }

  /** The best element with siblings that belong to the same text. */
  besides(best: Element, top: Element): Element[] {
    const parent = flatParent(best);
    if (parent === null || best === top) return [best];
    const least = Math.max(8, (this.scores.get(best) ?? 0) * 0.2);
    const roots: Element[] = [];
    eachChild(parent, localName(parent), (child) => {
      if (!isElement(child) || this.outer.has(child)) return;
      if (child === best) {
        roots.push(child);
        return;
      }
      const facts = this.facts.get(child);
      if (facts === undefined || facts.text === 0 || AROUND.test(names(child))) return;
      const density = facts.links / facts.text;
      const heads = /^h[12]$/.test(localName(child)) || (localName(child) === "header" && density < 0.5);
      const paragraph =
        localName(child) === "p" && (facts.text > 70 ? density < 0.25 : density === 0 && facts.commas > 0);
      if (heads || paragraph || ((this.scores.get(child) ?? 0) >= least && density < 0.5)) roots.push(child);
    });
    return roots;
  }

  /** Finds what to leave out inside of the main part. */
  drop(el: Element, dropped: Set<Element>, level: number): void {
    if (level >= DEEPEST) return;
    eachChild(el, localName(el), (child) => {
      if (!isElement(child) || dropped.has(child)) return;
      const facts = this.facts.get(child);
      if (facts === undefined) return;
      if (this.superfluous(child, facts)) dropped.add(child);
      else this.drop(child, dropped, level + 1);
    });
  }

  private superfluous(el: Element, { text, links, fields, commas }: Facts): boolean {
    const tag = localName(el);
    if (tag === "button" || tag === "input" || tag === "select" || tag === "textarea") return true;
    if (tag === "form") return commas < 10 && text < 2_000;
    const style = this.styles.of(el, tag);
    if (style & INLINE && !(style & ATOMIC)) return false;
    const density = text === 0 ? 0 : links / text;
    if (AROUND.test(names(el)) && !this.isMain(el)) return density > 0.2 || text < 300 || fields > 2;
    if (commas >= 10 || /^(?:table|tr|td|th|tbody|thead|h[1-6]|p|li|dt|dd|figure|figcaption|pre)$/.test(tag))
      return false;
    return (
      density > 0.6 && text > 0 && (tag === "ul" || tag === "ol" || tag === "div" || tag === "section") && text > 40
    );
  }

  /** How much text is kept. */
  keptIn(root: Element, dropped: ReadonlySet<Element>): number {
    let kept = this.facts.get(root)?.text ?? 0;
    const lose = (of: Element): void =>
      eachChild(of, localName(of), (child) => {
        // What surrounds texts was not weighed, nor was what is too deep.
        const facts = isElement(child) ? this.facts.get(child) : undefined;
        if (facts === undefined) return;
        if (dropped.has(child as Element)) kept -= facts.text;
        else lose(child as Element);
      });
    lose(root);
    return kept;
  }
}

const names = (el: Element): string =>
  hasAny(el) ? `${attribute(el, "class") ?? ""} ${attribute(el, "id") ?? ""}`.replace(/([a-z])([A-Z])/g, "$1-$2") : "";
