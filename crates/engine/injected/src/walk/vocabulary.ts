/** Which roles and elements a walk shows, and how. */

const words = (text: string): Set<string> => new Set(text.split(" "));

export const IGNORED = words(
  "script style template noscript head meta link title base param source track col colgroup datalist rp defs symbol clipPath mask filter linearGradient radialGradient pattern metadata wbr",
);

/** Shown with their content below, never by their text alone. */
export const CONTAINERS = words(
  "list table grid treegrid tree menu menubar tablist tabpanel toolbar radiogroup listbox group form search banner main navigation complementary contentinfo region dialog alertdialog application feed rowgroup document",
);
/** Shown only with a name or a role attribute. */
export const QUIET = words("group form figure region rowgroup caption document address");
/** Shown once they say something. */
export const REPORTS = words("alert status log");
/** Inline roles that are left out of a line of text. */
export const PHRASES = words("code deletion insertion emphasis strong subscript superscript time mark term");
/** Shown although empty, since their position in the row has a meaning. */
export const KEPT_EMPTY = words("cell gridcell columnheader rowheader");
/** Left out around a single control. */
export const WRAPPERS = words("listitem paragraph definition term");
export const LEAVES = words("slider progressbar meter scrollbar img math separator");
export const LINE_NAMED = words(
  "button link heading tab menuitem menuitemcheckbox menuitemradio option checkbox radio switch treeitem tooltip",
);

/** Items that hold more than a name can say: where everything is asked for, their content follows it. */
export const ENTRIES = words("row cell gridcell columnheader rowheader listitem option treeitem");

/** What is operated itself in something larger that is pulled or pressed. */
export const CONTROLS = "a,button,input,select,textarea,[role],[tabindex],[onclick]";

/** Elements whose lines depend on their siblings, or on the control that they belong to. */
export const DEPENDENT = words("caption figcaption label legend summary th");
/** What is listed of what is too deep in a page. */
export const DEEP_CONTROLS =
  "a[href],button,input,select,textarea,summary,[role],[tabindex],[onclick],[contenteditable]";
