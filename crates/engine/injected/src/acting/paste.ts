/** The event of a paste, and what a paste or a drop carries. */

import { dispatch } from "../dom/dom.js";
import { takeFiles } from "../elements/carrier.js";
import type { TransferContent } from "./transfer-protocol.js";

/** The plain text of a content. */
export const plainOf = ({ text, url }: TransferContent): string | undefined => text ?? url;

/** Puts a content into what an event carries. */
export function pack(data: DataTransfer, content: TransferContent): void {
  const { html, url, files } = content;
  if (html !== undefined) data.setData("text/html", html);
  if (url !== undefined) data.setData("text/uri-list", url);
  const plain = plainOf(content);
  if (plain !== undefined) data.setData("text/plain", plain);
  if (files) for (const file of takeFiles()) data.items.add(file);
}

/** Pastes on an element. Returns whether a handler of the page took the content. */
export function pasteOn(on: Element, content: TransferContent): boolean {
  const init = { bubbles: true, cancelable: true, composed: true, clipboardData: new DataTransfer() };
  const event = new ClipboardEvent("paste", init);
  // Firefox gives the event an empty object of its own.
  pack(event.clipboardData as DataTransfer, content);
  return !dispatch(on, event);
}
