/** Whether the page can act: it gets turns for its own work. */

const Observer = MutationObserver;
const textOf = Object.getOwnPropertyDescriptor(CharacterData.prototype, "data")?.set as (
  this: Text,
  data: string,
) => void;

/**
 * Resolves in the page's next microtask. In Firefox, a page that waits for a synchronous request answers us at once,
 * although it gets no input until the request ends. It gets no microtask either; one of this script would not show it.
 */
export function turn(): Promise<true> {
  return new Promise((resolve) => {
    const node = document.createTextNode("");
    new Observer(() => resolve(true)).observe(node, { characterData: true });
    textOf.call(node, "turn");
  });
}
