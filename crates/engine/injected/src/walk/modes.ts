/** What a walk knows from the ancestors of an element, as bits. */

/** The text is already in a name above. */
export const M_NAMED = 1;
/** `aria-hidden`. */
export const M_UNHEARD = 2;
/** `inert`. */
export const M_INERT = 4;
/** `cursor: pointer` above. */
export const M_POINTER = 8;
/** Inside an SVG picture. */
export const M_SVG = 16;
/** `aria-disabled`. */
export const M_DISABLED = 32;
