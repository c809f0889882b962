// Patterns of a rule that no page can ever fit: such a rule would protect nothing, and nobody would notice.

import { meant } from "../near.ts";
import { brief } from "../quote.ts";
import { fits, normal } from "./glob.ts";

/** The roles of a snapshot. `injected/src/semantics/role.ts` has them; three are only other words there. */
export const ROLES: readonly string[] =
  "alert alertdialog application article associationlist associationlistitemkey associationlistitemvalue banner blockquote button caption cell checkbox code columnheader combobox comment complementary contentinfo definition deletion dialog document emphasis feed figure form generic grid gridcell group heading img insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol".split(
    " ",
  );

/** What is shown under another word than a role. */
const BY_TAG = ["audio", "canvas", "embed", "iframe", "object", "text", "video"] as const;

/** Roles that a page may write, under the names that a snapshot has. */
const SYNONYMS: Record<string, string> = { image: "img", presentation: "none", directory: "list" };

/** Why no role fits the pattern. */
export function whyNoRole(pattern: string): string | undefined {
  const all = [...ROLES, ...BY_TAG];
  if (all.some((role) => fits(pattern, role))) return undefined;
  const shown = SYNONYMS[normal(pattern)];
  return `no role fits ${brief(pattern, 60)}${shown === undefined ? meant(normal(pattern), all) : `; did you mean ${shown}?`}`;
}

/** Why no origin fits the pattern. */
export function whyNoOrigin(pattern: string): string | undefined {
  const wanted = normal(pattern);
  if (wanted === "null" || canBeOrigin(wanted)) return undefined;
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined;
  const near = url === undefined || url.origin === "null" ? "" : `; did you mean ${brief(url.origin, 120)}?`;
  const rule = "it is scheme, host and port, as in https://*.shop.example or http://localhost:*, without a path";
  return `no page has an origin that fits ${brief(pattern, 120)}: ${rule}${near}`;
}

function canBeOrigin(wanted: string): boolean {
  // An origin is written in ASCII, also where its host has other letters.
  if (/[^\x20-\x7e]|[\s#@\\]/.test(wanted)) return false;
  const [scheme = "", ...rest] = wanted.split("://");
  if (rest.length > 1) return false;
  const [host] = rest;
  if (host !== undefined) {
    // The port that a scheme has by itself is left out of an origin.
    const own = scheme === "https" ? /:443$/ : scheme === "http" ? /:80$/ : /$^/;
    return /^[a-z*?][a-z\d+.*?-]*$/.test(scheme) && scheme !== "file" && /^[^/]+$/.test(host) && !own.test(host);
  }
  if (!wanted.includes("*")) return fits(wanted, "null");
  const head = wanted.slice(0, wanted.indexOf("*"));
  const begins = ["https://", "http://", "null"].some((text) => fits(`${head}*`, text));
  // The two slashes of an origin stand together, and none is its end.
  return begins && !/\/$|\/[^/*]+\/|\/.*\/.*\//.test(wanted);
}
