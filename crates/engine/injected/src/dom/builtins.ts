/** Functions of the browser, stored when the script starts: a page may replace them later in its own world. */

export const later = setTimeout.bind(window);
export const cancel = clearTimeout.bind(window);
export const frame = requestAnimationFrame.bind(window);
export const listen = EventTarget.prototype.addEventListener;
export const unlisten = EventTarget.prototype.removeEventListener;
export const pathOf = Event.prototype.composedPath;
export const stop = Event.prototype.stopImmediatePropagation;
export const prevent = Event.prototype.preventDefault;
export const prevented = Object.getOwnPropertyDescriptor(Event.prototype, "defaultPrevented")?.get as (
  this: Event,
) => boolean;
