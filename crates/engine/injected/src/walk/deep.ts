/** The text of what is too deep to be followed. Its controls are lines of their own. */
import { deepText } from "../dom/deep-text.js";
import type { Styles } from "../dom/style.js";
import type { Unseen } from "../unseen/unseen.js";
import type { Pass } from "./pass.js";
import { IGNORED } from "./vocabulary.js";

/** The text that a person can see of an element; all of its text if `unseen` is null. */
export const seenText = (top: Element, styles: Styles, unseen: Unseen | null, walk: Pick<Pass, "leave">): string =>
  deepText(
    top,
    styles,
    (el, tag) => {
      if (IGNORED.has(tag) || tag === "textarea" || tag === "select") return true;
      const hides = unseen?.roots.has(el) === true;
      if (hides) walk.leave(el);
      return hides;
    },
    (parent, text) => {
      if (!unseen?.hidesText(parent, text)) return text;
      walk.leave(parent);
      return "";
    },
  );
