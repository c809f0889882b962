/** What the default action of a click will do. */

import { attribute, baseAddress, has, inputType, is, labelControl, localName, queryScope } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";
import type { Prepared } from "../protocol.js";
/** The effect of the default action of a click on the element. */
export function expectation(el: Element): Prepared["expects"] {
  for (let at: Element | null = el; at; at = flatParent(at)) {
    const tag = localName(at);
    if (tag === "label") {
      const control = labelControl(at as HTMLLabelElement);
      if (control && control !== el)
        return localName(control) === "input" && inputType(control as HTMLInputElement) === "file"
          ? "chooser"
          : "nothing";
    }
    if ((tag === "a" || tag === "area") && (has(at, "href") || has(at, "xlink:href")))
      return ofLink(at as HTMLAnchorElement);
    if (tag === "button" || tag === "input") return ofControl(at as HTMLButtonElement | HTMLInputElement);
    if (tag === "summary" || tag === "select" || tag === "textarea") return "nothing";
  }
  return "nothing";
}

function ofLink(link: HTMLAnchorElement): Prepared["expects"] {
  const href = (attribute(link, "href") ?? attribute(link, "xlink:href") ?? "").trim();
  if (/^javascript:/i.test(href)) return "nothing";
  if (has(link, "download")) return "download";
  if (opensWindow(attribute(link, "target") ?? baseTarget())) return "window";
  try {
    const to = new URL(href, baseAddress(document));
    if (to.hash !== "" && to.href.split("#")[0] === location.href.split("#")[0]) return "nothing";
    if (!/^(?:https?|file|data|blob|about|ftp|chrome|view-source):$/.test(to.protocol)) return "nothing";
  } catch {
    return "nothing";
  }
  return href === "#" ? "nothing" : "navigation";
}

function ofControl(control: HTMLButtonElement | HTMLInputElement): Prepared["expects"] {
  const type =
    localName(control) === "input" ? inputType(control as HTMLInputElement) : (control as HTMLButtonElement).type;
  if (type === "file") return "chooser";
  if (type !== "submit" && type !== "image") return "nothing";
  const form = control.form;
  if (!form) return "nothing";
  const method = (attribute(control, "formmethod") ?? attribute(form, "method") ?? "").toLowerCase();
  if (method === "dialog") return "nothing";
  // A selector tells this without the events that checkValidity() dispatches.
  const validated = !form.noValidate && !control.formNoValidate;
  if (validated && is(form, ":invalid")) return "nothing";
  return opensWindow(attribute(control, "formtarget") ?? attribute(form, "target") ?? baseTarget())
    ? "window"
    : "navigation";
}

const baseTarget = (): string => attributeOfFirst("base[target]", "target");

const opensWindow = (target: string): boolean =>
  target !== "" && !/^_(?:self|parent|top|unfencedtop)$/i.test(target) && target !== window.name;

function attributeOfFirst(selector: string, name: string): string {
  const first = queryScope(document, selector)[0];
  return (first && attribute(first, name)) ?? "";
}
