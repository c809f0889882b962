/** The colours that a document declares, and which text could disappear in which ground. */
import { type Colour, contrast, declared, distance, over } from "./colour.js";
import { HUE, LEAST_CONTRAST } from "./ink.js";

/** Values that take the colour of something else, and so are none of their own. */
const BORROWED = /^(?:inherit|unset|revert|revert-layer|currentcolor|transparent|none)$/i;
const WHITE: Colour = [255, 255, 255, 1];
const BLACK: Colour = [0, 0, 0, 1];
/** The colours that browsers give to links, and the ground of buttons. */
const LINK: Colour = [0, 0, 238, 1];
const BUTTON: Colour = [239, 239, 239, 1];
/** Custom properties can name each other. */
const DEEPEST = 4;
/** With more colours than this, comparing them would take longer than looking at the elements. */
const MOST = 400;

/** What a declared value stands for; "any" if that is unknown. */
type Meant = readonly Colour[] | "any";

/** The colours of the scopes of a document. */
export class Palette {
  private named = new Map<string, Set<string>>();
  private meant = new Map<string, Meant>();
  private inks: Colour[] = [BLACK, LINK];
  private grounds: Colour[] = [WHITE, BUTTON];

  /** Notes a value of a custom property. */
  name(name: string, value: string): void {
    let values = this.named.get(name);
    if (values === undefined) {
      values = new Set();
      this.named.set(name, values);
    }
    if (values.size < MOST) values.add(value.trim());
  }

  /** Those of the declarations that may give a text the colour of its ground. */
  clashes<T>(inks: [value: string, of: T][], grounds: [value: string, of: T][]): T[] {
    this.meant.clear();
    for (const [value] of inks) this.add(this.inks, value);
    for (const [value] of grounds) this.add(this.grounds, value);
    const found: T[] = [];
    const search = (declarations: [string, T][], clashes: (one: Colour) => boolean): void => {
      const verdicts = new Map<string, boolean>();
      for (const [value, of] of declarations) {
        let clash = verdicts.get(value);
        if (clash === undefined) {
          const meant = this.of(value);
          clash = meant === "any" || meant.some(clashes);
          verdicts.set(value, clash);
        }
        if (clash) found.push(of);
      }
    };
    search(inks, (ink) => this.grounds.some((ground) => alike(ink, ground)));
    search(grounds, (ground) => (ground[3] < 0.97 ? ground[3] > 0.03 : this.inks.some((ink) => alike(ink, ground))));
    return found;
  }

  private add(to: Colour[], value: string): void {
    if (this.meant.has(value)) return;
    const meant = this.of(value);
    if (meant === "any") return;
    for (const one of meant) {
      if (to.length >= MOST) return;
      // An ink that lets its ground through is mixed with each ground.
      if (one[3] > 0.97 || to === this.inks) to.push(one);
      else if (one[3] > 0.03) to.push(over(one, WHITE), over(one, BLACK));
    }
  }

  private of(value: string, depth = 0): Meant {
    const known = this.meant.get(value);
    if (known !== undefined) return known;
    const meant = this.read(value, depth);
    this.meant.set(value, meant);
    return meant;
  }

  private read(value: string, depth: number): Meant {
    if (BORROWED.test(value)) return [];
    const name = /^var\(\s*(--[^,\s)]+)\s*(?:,(.*))?\)$/s.exec(value);
    if (name) {
      if (depth >= DEEPEST) return "any";
      const values = [...(this.named.get(name[1] as string) ?? [])];
      if (name[2] !== undefined) values.push(name[2].trim());
      const all: Colour[] = [];
      for (const one of values) {
        const meant = this.of(one, depth + 1);
        if (meant === "any") return "any";
        all.push(...meant);
      }
      return all;
    }
    const one = declared(value);
    return one === null ? "any" : [one];
  }
}

function alike(ink: Colour, ground: Colour): boolean {
  const shown = ink[3] < 0.97 ? over(ink, ground) : ink;
  return distance(shown, ground) <= HUE && contrast(shown, ground) < LEAST_CONTRAST;
}
