/** The file input that is to get files. */

import { has, inputFiles } from "../dom/dom.js";
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
