/** What the engine's call `inspect` gives a script besides its arguments. */
export interface Tools {
  /** The element that the script is about. */
  root: Element | undefined;
  /** The place of an element in the report's list of UIDs; -1 if the list is full. */
  mark(el: Element): number;
  /** `setTimeout`, also for documents whose sandbox keeps timers from running. */
  later(run: () => void, ms?: number): number;
}
