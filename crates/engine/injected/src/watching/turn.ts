/** The page's turns: whether it gets any for its own work, and tasks of this script. */

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

/** Resolves in a later task, after those that the page has queued. */
export function nextTask(): Promise<void> {
  return new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      done();
    };
    channel.port2.postMessage(null);
  });
}
