/** What the ancestors of an element mean for it, as bits. */

/** An ancestor has the text in its name. */
export const M_NAMED = 1;
/** `aria-hidden`. */
export const M_UNHEARD = 2;
/** `inert`. */
export const M_INERT = 4;
/** The parent has `cursor: pointer`. */
export const M_POINTER = 8;
/** Inside an SVG picture. */
export const M_SVG = 16;
/** `aria-disabled`. */
export const M_DISABLED = 32;
/** A person cannot see the content, see unseen/unseen.ts. */
export const M_UNSEEN = 64;
/** The style of an ancestor makes each text in it suspect. */
export const M_DOUBT = 128;
/** In a combobox that shows its value as text: what it opens is not in that value. */
export const M_COMBOBOX = 256;
