/** What covers a target: a veil, which goes away by itself, or something with controls, which has to be closed. */
import {
  animations,
  animationsIn,
  documentBody,
  findAll,
  has,
  holds,
  localName,
  queryScope,
  readyState,
  rootOf,
  token,
} from "../dom/dom.js";
import { focusedElement, giveFocus } from "../dom/focus.js";
import { around, drawn, isShown, rectsOf, takesNone } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { DOC, numberOf } from "../dom/registry.js";
import { scrolledTo } from "../dom/scrolling.js";
import { flatContains, flatParent, insideOf, nearestAround, scopes } from "../dom/shadow.js";
import { escapesInert, isInert } from "../semantics/element-states.js";
import { awayFrom } from "./away.js";
import { isBackdrop } from "./backdrop.js";
import type { Covered } from "./blocked-protocol.js";
import { called } from "./called.js";
import { closerOf } from "./closer.js";
import { blocker, describeElement } from "./hit.js";
import { isItemCover } from "./item-cover.js";
import { boxOnShade } from "./shade.js";

const CONTROLS =
  "a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,iframe,object,embed,video[controls]," +
  "audio[controls],[onclick],[contenteditable],[tabindex]:not([tabindex='-1']),[role=button],[role=link],[role=menuitem]," +
  "[role=checkbox],[role=option],[role=tab],[role=switch],[role=slider]";
const MODALS = "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]";
const LISTS = "[role=listbox],[role=menu],[role=tree],[role=grid]";

/** The most controls of a layer that are looked at. */
const MOST = 200;

/** The refusal for a target that something else covers. */
export function covered(hit: Element | null, target: Element): Covered {
  const by = describeElement(hit && blocker(hit, target));
  if (readyState(document) !== "complete" || (hit && goes(hit, target)))
    return { state: "covered", by, transient: true };
  // The target takes no pointer events.
  if (!hit || holds(hit, target)) return { state: "covered", by, transient: false };
  const layer = layerOver(hit, target);
  const controls = controlsIn(layer);
  const modals = [...modalsBeside(target)].filter((modal) => !holds(modal, hit));
  const isItsBackdrop = (modal: Element): boolean =>
    (controls.length === 0 || holds(layer, modal)) && isBackdrop(hit, modal, target, controlsIn);
  const dialog =
    modals.find(isItsBackdrop) ??
    [...modalsOutside(target)].find(
      (modal) =>
        !holds(modal, hit) &&
        isItsBackdrop(modal) &&
        // Where the dialog is, its backdrop is under it, and there too. A veil of another part of the page is not.
        scrolledTo(middleOf(modal), () => isInFront(modal) && isItsBackdrop(modal)),
    );
  if (dialog) return inFront(dialog, "backdrop", false);
  if (isItemCover(layer, hit, target, controlsIn)) {
    const control = { doc: DOC, id: numberOf(layer), ...called(layer) };
    return { state: "covered", by: describeElement(layer), how: "over", transient: false, closer: control };
  }
  const notice = controls.length === 0 && !isLive(hit, layer) && boxOnShade(hit, target, controlsIn);
  // Without a control that closes it, a message over a page that loads is as likely.
  if (notice && !isLive(notice, notice) && closerOf(controlsIn(notice), notice))
    return inFront(notice, "backdrop", false);
  if (controls.length === 0) {
    const away = awayFrom(target);
    return { state: "covered", by, transient: true, ...(away && { away }) };
  }
  // What closes a dialog beside the point that is hit leaves the rest of the layer where it is.
  const closer = closerOf(
    controls.filter((el) => !modals.some((modal) => holds(modal, el))),
    layer,
  );
  return { state: "covered", by, transient: !closer && isLive(hit, layer), ...(closer && { closer }) };
}

/** Whether what is hit belongs to a message, which pages show for a while. */
function isLive(hit: Element, layer: Element): boolean {
  for (let el: Element | null = hit; el; el = el === layer ? null : flatParent(el)) {
    const [role, live] = [token(el, "role"), token(el, "aria-live")];
    if (role === "alert" || ((live === "polite" || live === "assertive") && !el.matches(MODALS))) return true;
  }
  return false;
}

/** The refusal for a target that keys cannot get to, because the dialog in front of it has taken the focus back. */
export function behind(target: Element): Covered | undefined {
  const modal = modalBeside(target);
  const focus = modal && focusedElement();
  // Some dialogs give the focus to the box around them.
  if (!modal || !focus || holds(focus, target) || !(holds(modal, focus) || holds(focus, modal))) return undefined;
  return inFront(modal, "behind", leaves(modal, rootOf(modal)));
}

function inFront(modal: Element, how: NonNullable<Covered["how"]>, transient: boolean): Covered {
  const closer = closerOf(controlsIn(modal), modal);
  return { state: "covered", by: describeElement(modal), how, transient, ...(closer && { closer }) };
}

/** The refusal for a target of a page that takes no pointer while a dialog or a list is open (driver.js, Vaadin). */
export function beside(target: Element): Covered | undefined {
  const modal = openBeside(target, MODALS);
  if (modal) return inFront(modal, "beside", leaves(modal, rootOf(modal)));
  const list = openBeside(target, LISTS);
  if (!list) return undefined;
  const focus = focusedElement();
  // It stays open while it, or the field that opened it, has the focus.
  const used = !!focus && (holds(list, focus) || token(focus, "aria-expanded") === "true");
  return { state: "covered", by: describeElement(list), how: "beside", transient: !used };
}

/** The refusal for a target that is inert while a dialog or a list that has the focus is open (React Aria, Streamlit). */
export function inertBeside(target: Element): Covered | undefined {
  const focus = focusedElement();
  const modal = openBeside(target, MODALS);
  if (modal) {
    // Beside a message that is no modal dialog, the page can be inert for a reason of its own, such as that it loads.
    const isModal = token(modal, "aria-modal") === "true" || escapesInert(modal) || (!!focus && holds(modal, focus));
    return inFront(modal, "inert", !isModal || leaves(modal, rootOf(modal)));
  }
  const list = openBeside(target, LISTS);
  return list && focus && holds(list, focus) ? inFront(list, "inert", false) : undefined;
}

/** The first match of a selector that takes input and does not hold the target. */
function openBeside(target: Element, selector: string): Element | undefined {
  for (const scope of scopes())
    for (const open of queryScope(scope, selector))
      if (!holds(open, target) && drawn(open) && !takesNone(open) && !isInert(open)) return open;
  return undefined;
}

/**
 * Whether style keeps the pointer from a place with most of its page, and not from it alone, such as a form that is saved: from all around
 * it, and from half of the controls outside of the open dialogs. What a tour explains may take the pointer still.
 */
export function isPageWithheld(place: Element): boolean {
  const body = documentBody();
  if (!body || !flatContains(body, place)) return false;
  if (takesNone(body)) return true;
  for (let up: Element | null = place; up && up !== body; up = flatParent(up)) if (!takesNone(up)) return false;
  const outside = insideOf(body, CONTROLS)
    .slice(0, MOST)
    .filter((el) => drawn(el) && !nearestAround(el, MODALS));
  return openBeside(place, MODALS) !== undefined && outside.filter(takesNone).length * 2 >= outside.length;
}

/** [`behind`], for a field that is to be filled. Where a dialog is in front of it, the field is given the focus to see who keeps it. */
export function keptFrom(field: Element): Covered | undefined {
  if (!modalBeside(field)) return undefined;
  giveFocus(field);
  return behind(field);
}

/** Whether what covers the target is busy, moves, or leaves. */
function goes(hit: Element, target: Element): boolean {
  for (let el: Element | null = hit; el; el = flatParent(el)) {
    if (
      token(el, "aria-busy") === "true" ||
      (has(el, "aria-busy") === false &&
        (token(el, "role") === "progressbar" || token(el, "role") === "status" || localName(el) === "progress"))
    )
      return true;
    if (animations(el).some((animation) => animation.playState === "running")) return true;
  }
  return leaves(layerOver(hit, target), rootOf(hit));
}

/** The outermost element around a hit one that does not contain the target. */
function layerOver(hit: Element, target: Element): Element {
  let layer = hit;
  for (let el: Element | null = hit; el && !holds(el, target); el = flatParent(el)) layer = el;
  return layer;
}

/** Whether a layer has a finite animation: a backdrop stays until its dialog has left. */
function leaves(layer: Element, root: Node): boolean {
  return animationsIn(root).some((animation) => {
    if (animation.playState !== "running") return false;
    const effect = animation.effect as KeyframeEffect | null;
    const ends = effect?.getComputedTiming().endTime;
    return typeof ends === "number" && Number.isFinite(ends) && !!effect?.target && holds(layer, effect.target);
  });
}

/** The visible controls of a layer, and the layer itself if it is one. */
function controlsIn(layer: Element): Element[] {
  const found: Element[] = layer.matches(CONTROLS) ? [layer] : [];
  const inside = (scope: Node): boolean => {
    for (let host: Element | null = (scope as ShadowRoot).host ?? null; host; host = flatParent(host))
      if (host === layer) return true;
    return false;
  };
  found.push(...findAll(layer, CONTROLS));
  for (const scope of scopes()) if (inside(scope)) found.push(...queryScope(scope, CONTROLS));
  return found.slice(0, MOST).filter(drawn);
}

/** The first of {@link modalsBeside}. */
const modalBeside = (target: Element): Element | undefined => modalsBeside(target).next().value;

/** Dialogs in front of the page that do not contain the target. A veil covers other dialogs, too. */
function* modalsBeside(target: Element): Generator<Element, undefined> {
  for (const modal of modalsWithout(target)) if (isInFront(modal)) yield modal;
  return undefined;
}

/** Dialogs that do not contain the target and are out of view, as some are when the page was scrolled to the target. */
function* modalsOutside(target: Element): Generator<Element, undefined> {
  for (const modal of modalsWithout(target)) if (!isShown(...middleOf(modal))) yield modal;
  return undefined;
}

function* modalsWithout(target: Element): Generator<Element, undefined> {
  for (const scope of scopes())
    for (const modal of queryScope(scope, MODALS)) if (!holds(modal, target) && drawn(modal)) yield modal;
  return undefined;
}

function middleOf(modal: Element): [number, number] {
  const [left, top, right, bottom] = around(rectsOf(modal));
  return [(left + right) / 2, (top + bottom) / 2];
}

function isInFront(modal: Element): boolean {
  const front = deepest(...middleOf(modal));
  return !!front && holds(modal, front);
}
