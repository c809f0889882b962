/** Roles: from the `role` attribute with its fallbacks, or the native role (html-aam). */
import {
  assignedNodes,
  attribute,
  attributeNames,
  find,
  findAll,
  has,
  inputType,
  is,
  isContentEditable,
  isElement,
  isSvg,
  labelControl,
  localName,
  nextElement,
  nodeType,
  parentElement,
  queryScope,
  tableRows,
  token,
} from "../dom/dom.js";
import { flatParent, nearestAround, parentAround, scopeOf, treeParent } from "../dom/shadow.js";

const list = (words: string): Set<string> => new Set(words.split(" "));

/** The roles that an author can use (wai-aria 1.2, graphics-aria; without dpub). */
const ROLES = list(
  "alert alertdialog application article associationlist associationlistitemkey associationlistitemvalue banner blockquote button caption cell checkbox code columnheader combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol",
);

/** The tags that give a role by themselves. */
const TAGS: Record<string, string> = {
  article: "article",
  blockquote: "blockquote",
  button: "button",
  caption: "caption",
  code: "code",
  definition: "dd",
  deletion: "del s",
  dialog: "dialog",
  document: "html",
  emphasis: "em",
  figure: "figure",
  group: "optgroup details fieldset hgroup address",
  heading: "h1 h2 h3 h4 h5 h6",
  insertion: "ins",
  list: "ul ol menu",
  listbox: "datalist",
  main: "main",
  mark: "mark",
  math: "math",
  meter: "meter",
  navigation: "nav",
  option: "option",
  paragraph: "p",
  progressbar: "progress",
  search: "search",
  separator: "hr",
  status: "output",
  strong: "strong",
  subscript: "sub",
  superscript: "sup",
  term: "dt dfn",
  textbox: "textarea",
  time: "time",
};
const NATIVE: ReadonlyMap<string, string> = new Map(
  Object.entries(TAGS).flatMap(([role, tags]) => tags.split(" ").map((tag): [string, string] => [tag, role])),
);

const SYNONYMS: Record<string, string> = { image: "img", presentation: "none", directory: "list" };

/** Roles whose name comes from their content. */
export const NAMED_BY_CONTENT = list(
  "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem",
);

/** Roles of widgets that a user operates. */
export const WIDGETS = list(
  "button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem gridcell",
);

/** Global ARIA attributes that make a presentational role ineffective. */
const GLOBAL_ARIA = list(
  "aria-atomic aria-busy aria-controls aria-current aria-describedby aria-description aria-details aria-dropeffect aria-flowto aria-grabbed aria-hidden aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-relevant aria-roledescription aria-braillelabel aria-brailleroledescription",
);

const LANDMARK_BREAK =
  "article,aside,main,nav,section,[role=article],[role=complementary],[role=main],[role=navigation],[role=region]";

/** The roles of one walk. */
export class Roles {
  /** The roles computed so far. */
  readonly memo = new Map<Element, string>();
  /** The role of the table around the children of an element; empty if there is none. */
  private tables = new Map<Element, string>();

  /**
   * `named` and `authored` answer whether an element has an accessible name, of any source or from its author. They are
   * asked only if the role depends on it. `strict`: follows the specifications. A walk does not: for a user, an option
   * without its list is an option, and a form without a name is a form.
   */
  constructor(
    private named: (el: Element) => boolean,
    private authored: (el: Element) => boolean,
    private strict: boolean,
    /** Collects the elements that own another one by `aria-owns`. */
    private owners: Set<Element> | null = null,
  ) {}

  /**
   * The role; `generic` for elements without meaning, `none` if the author removed the role.
   * `given`: false if the element has no `role` attribute.
   */
  of(el: Element, tag: string = localName(el), given = true): string {
    let role = this.memo.get(el);
    if (role === undefined) {
      role = given ? this.compute(el, tag) : this.own(el, tag);
      this.memo.set(el, role);
    }
    return role;
  }

  private compute(el: Element, tag: string): string {
    const given = attribute(el, "role");
    if (given) {
      for (const word of given.toLowerCase().split(/\s+/)) {
        if (!ROLES.has(word)) continue;
        const role = SYNONYMS[word] ?? word;
        // A landmark without a name is ignored: the next role counts, or the native one.
        if ((role === "form" || role === "region") && !this.named(el)) continue;
        if (role === "none" && this.cannotBePresentational(el, tag)) break;
        // For an item without its owner, the native role counts if there is one.
        if ((this.own(el, tag) !== "generic" || (this.strict && role !== "caption")) && !this.contextAllows(role, el))
          continue;
        return role;
      }
    }
    return this.own(el, tag);
  }

  /** The role without regard to the attribute. */
  private own(el: Element, tag: string): string {
    return isSvg(el) ? this.svg(el, tag) : this.native(el, tag);
  }

  private cannotBePresentational(el: Element, tag: string): boolean {
    return (
      focusable(el, tag) ||
      attributeNames(el).some((name) => GLOBAL_ARIA.has(name) && (name !== "aria-hidden" || token(el, name) === "true"))
    );
  }

  /** Whether the element has the owner that its role requires. */
  private contextAllows(role: string, el: Element): boolean {
    switch (role) {
      case "caption":
        return this.within(el, OWNERS.caption, OWNERS.none);
      case "listitem":
        return this.within(el, OWNERS.listitem, OWNERS.none);
      case "option":
        return this.within(el, OWNERS.option, OWNERS.group);
      case "tab":
        return this.within(el, OWNERS.tab, OWNERS.none);
      case "banner":
      case "contentinfo":
        return !this.strict || nearestBreak(el) === null;
      case "row":
        return this.within(el, OWNERS.row, OWNERS.through);
      case "rowgroup":
        // A row group without a table counts if it has rows.
        return this.within(el, OWNERS.rowgroup, OWNERS.none) || find(el, "[role=row],tr") !== null;
      case "cell":
      case "gridcell":
      case "columnheader":
      case "rowheader":
        return this.within(el, OWNERS.cell, OWNERS.none);
      case "menuitem":
      case "menuitemcheckbox":
      case "menuitemradio":
        return this.within(el, OWNERS.menuitem, OWNERS.group);
      case "treeitem":
        return this.within(el, OWNERS.treeitem, OWNERS.group);
      default:
        return true;
    }
  }

  private within(el: Element, owners: Set<string>, through: Set<string>): boolean {
    if (this.below(flatParent(el), owners, through)) return true;
    const owner = ownerOf(el);
    if (owner) this.owners?.add(owner);
    return this.below(owner, owners, through);
  }

  private below(parent: Element | null, owners: Set<string>, through: Set<string>): boolean {
    for (let up = parent, steps = 0; up && steps < 30; up = flatParent(up), steps++) {
      const role = this.of(up);
      if (owners.has(role)) return true;
      if (role !== "generic" && role !== "none" && !through.has(role)) return false;
    }
    return false;
  }

  private svg(el: Element, tag: string): string {
    switch (tag) {
      case "svg":
        return this.named(el) || has(el, "aria-roledescription") ? "img" : "generic";
      case "a":
        return has(el, "href") || has(el, "xlink:href") ? "link" : "generic";
      case "image":
        return "img";
      case "text":
      case "tspan":
      case "textPath":
        return "generic";
      default:
        if (!described(el) && !has(el, "aria-label") && !has(el, "aria-labelledby")) return "generic";
        if (tag === "g" || tag === "foreignObject") return "group";
        return this.strict ? (tag === "use" || tag === "symbol" ? "graphics-object" : "graphics-symbol") : "img";
    }
  }

  private native(el: Element, tag: string): string {
    const role = NATIVE.get(tag);
    if (role !== undefined) return role;
    switch (tag) {
      case "a":
      case "area":
        return has(el, "href") ? "link" : "generic";
      case "input":
        return input(el as HTMLInputElement);
      case "select":
        return has(el, "multiple") || Number(attribute(el, "size")) > 1 ? "listbox" : "combobox";
      case "summary": {
        const parent = parentElement(el);
        return parent && localName(parent) === "details" && firstSummary(parent) === el ? "button" : "generic";
      }
      case "li": {
        const parent = treeParent(el);
        return (parent && this.of(parent) === "list") || this.within(el, OWNERS.listitem, OWNERS.none)
          ? "listitem"
          : "generic";
      }
      case "table":
        return this.layoutTable(el) ? "generic" : "table";
      case "tbody":
      case "thead":
      case "tfoot":
        return this.tableRole(el) ? "rowgroup" : "generic";
      case "tr":
      case "td":
      case "th":
        return this.inTable(el, tag);
      case "aside":
        return this.asideRole(el);
      case "header":
        return nearestBreak(el) ? "generic" : "banner";
      case "footer":
        return nearestBreak(el) ? "generic" : "contentinfo";
      case "section":
        return this.named(el) ? "region" : "generic";
      case "form":
        return this.strict && !this.named(el) ? "generic" : "form";
      case "img":
        return this.imageRole(el, tag);
      default:
        return editingHost(el) ? "textbox" : "generic";
    }
  }

  private inTable(el: Element, tag: string): string {
    const table = this.tableRole(el);
    if (!table) return "generic";
    if (tag === "tr") return "row";
    const grid = table !== "table";
    if (tag === "th") return headerCell(el, grid);
    return grid ? "gridcell" : "cell";
  }

  private imageRole(el: Element, tag: string): string {
    const alt = attribute(el, "alt");
    if (alt === "") return focusable(el, tag) || this.authored(el) ? "img" : "none";
    // The picture has no source and no name.
    if (this.strict && !attribute(el, "src") && !attribute(el, "srcset") && !this.named(el)) return "none";
    return "img";
  }

  private asideRole(el: Element): string {
    const within = "article,aside,nav,section,[role=article],[role=complementary],[role=navigation],[role=region]";
    return nearestAround(parentAround(el), within) && !this.named(el) ? "generic" : "complementary";
  }

  /** The role of the table that a row or cell belongs to; empty if there is none, or it is presentational. */
  private tableRole(el: Element): string {
    const parent = parentAround(el);
    if (parent === null) return "";
    let role = this.tables.get(parent);
    if (role === undefined) {
      const table = nearestAround(parent, "table");
      const of = table ? this.of(table) : "";
      role = of === "table" || of === "grid" || of === "treegrid" ? of : "";
      this.tables.set(parent, role);
    }
    return role;
  }

  /** Whether a table is used for layout: nothing marks it as data, and it has one row or holds another table. */
  private layoutTable(el: Element): boolean {
    if (attributeNames(el).some((name) => name.startsWith("aria-") || name === "summary" || name === "tabindex"))
      return false;
    const rows = tableRows(el as HTMLTableElement);
    if (rows.length > 1 && rows[0] && rows[0].cells.length > 1 && !find(el, "table")) return false;
    if (find(el, "caption,thead,tfoot,th,colgroup,[role],[scope],[headers]")) return false;
    return rows.length === 1 || find(el, "table") !== null;
  }
}

const OWNERS = {
  row: list("table grid treegrid rowgroup"),
  rowgroup: list("table grid treegrid"),
  cell: list("row grid table treegrid"),
  caption: list("figure table grid treegrid radiogroup"),
  listitem: list("list"),
  option: list("listbox"),
  tab: list("tablist"),
  menuitem: list("menu menubar"),
  treeitem: list("tree treeitem"),
  group: list("group"),
  through: list("rowgroup group"),
  none: new Set<string>(),
};

/** The element that owns this one by `aria-owns`. */
function ownerOf(el: Element): Element | null {
  const id = attribute(el, "id");
  const scope = id ? scopeOf(el) : null;
  if (!id || !scope || nodeType(scope) === 1) return null;
  return queryScope(scope, `[aria-owns~="${CSS.escape(id)}"]`)[0] ?? null;
}

const nearestBreak = (el: Element): Element | null => nearestAround(parentAround(el), LANDMARK_BREAK);

function input(el: HTMLInputElement): string {
  switch (inputType(el)) {
    case "button":
    case "image":
    case "reset":
    case "submit":
    case "color":
    case "file":
      return "button";
    case "checkbox":
      return has(el, "switch") ? "switch" : "checkbox";
    case "radio":
      return "radio";
    case "range":
      return "slider";
    case "number":
      return "spinbutton";
    case "search":
      return has(el, "list") ? "combobox" : "searchbox";
    case "email":
    case "tel":
    case "text":
    case "url":
      return has(el, "list") ? "combobox" : "textbox";
    case "hidden":
      return "none";
    default:
      return "textbox";
  }
}

function headerCell(el: Element, grid: boolean): string {
  switch (token(el, "scope")) {
    case "col":
    case "colgroup":
      return "columnheader";
    case "row":
    case "rowgroup":
      return "rowheader";
  }
  const row = parentElement(el);
  if (!row) return "columnheader";
  // A header cell beside data cells is a row header; in a row of headers it is a column header.
  let data = false;
  for (const cell of findAll(row, ":scope > td, :scope > [role=cell], :scope > [role=gridcell]")) {
    if (cell) data = true;
  }
  if (data) return "rowheader";
  const section = nearestAround(row, "thead,tbody,tfoot,table");
  if (section && localName(section) === "thead") return "columnheader";
  const cells = findAll(row, ":scope > th").length;
  if (cells === 1 && !hasDataCell(el)) return grid ? "gridcell" : "cell";
  return cells === 1 && !nextElement(row) ? "rowheader" : "columnheader";
}

function hasDataCell(el: Element): boolean {
  const table = nearestAround(el, "table");
  if (table === null) return false;
  const slotted = Array.from(findAll(table, "slot")).flatMap((slot) => assignedNodes(slot as HTMLSlotElement));
  return [table, ...slotted.filter(isElement)].some((part) => is(part, "td") || find(part, "td") !== null);
}

/** The summary that opens a `details` element. */
export function firstSummary(details: Element): Element | null {
  return find(details, ":scope > summary");
}

/** Whether an SVG element has a title or description. */
const described = (el: Element): boolean => find(el, ":scope > title, :scope > desc") !== null;

/** Whether this element itself, and not an ancestor, makes its content editable. */
export function editingHost(el: Element): boolean {
  const value = attribute(el, "contenteditable");
  return (
    value !== null &&
    ["", "true", "plaintext-only"].includes(value.toLowerCase()) &&
    isContentEditable(el as HTMLElement)
  );
}

/** Whether the element can have the focus, if it is visible. */
export function focusable(el: Element, tag: string = localName(el)): boolean {
  switch (tag) {
    case "a":
    case "area":
      if (has(el, "href")) return true;
      break;
    case "button":
    case "select":
    case "textarea":
      if (!has(el, "disabled")) return true;
      break;
    case "input":
      if (!has(el, "disabled") && inputType(el as HTMLInputElement) !== "hidden") return true;
      break;
    case "summary":
    case "iframe":
      return true;
  }
  const index = attribute(el, "tabindex");
  return (index !== null && /^\s*-?\d/.test(index)) || editingHost(el);
}

/** The form control a label stands for. */
export const controlOf = (el: Element, tag: string): HTMLElement | null =>
  tag === "label" ? labelControl(el as HTMLLabelElement) : null;
