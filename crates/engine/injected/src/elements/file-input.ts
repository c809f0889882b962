/** File inputs: the one that is to get files, and those that lie over what is drawn for them. */

import { has, inputFiles, inputType, localName } from "../dom/dom.js";
import { standsBehindLabel } from "../dom/geometry.js";
import type { FilesLeft } from "../protocol.js";

let chosen: HTMLInputElement | undefined;

/** Keeps the input in mind. Answers whether it takes a folder with all its files. */
export function beginUpload(input: HTMLInputElement): boolean {
  chosen = input;
  return has(input, "webkitdirectory");
}

/** `filesLeft`. */
export function filesLeft(): FilesLeft {
  const answer: FilesLeft = { state: "left" };
  const files = chosen && inputFiles(chosen);
  chosen = undefined;
  if (files) answer.files = files.length;
  return answer;
}

export const isFileInput = (el: Element | null | undefined): el is HTMLInputElement =>
  !!el && localName(el) === "input" && inputType(el as HTMLInputElement) === "file";

/** Whether an element is a file input that cannot be seen, as one that takes the press for a drawn button (jQuery File Upload). */
export const isUnseenFileInput = (el: Element | null): el is HTMLInputElement =>
  isFileInput(el) && standsBehindLabel(el);
