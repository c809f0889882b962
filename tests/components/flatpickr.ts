// flatpickr: a read-only field with a calendar of its own.

import "flatpickr";
import css from "flatpickr/dist/flatpickr.css";
import type { FlatpickrFn } from "flatpickr/dist/types/instance.js";
import { report, root, style } from "./report.ts";

style(css);

const tell = (_: Date[], value: string, { isOpen }: { isOpen: boolean }): void => report({ value, open: isOpen });
const input = root.appendChild(document.createElement("input"));
input.setAttribute("aria-label", "Day");
(window as unknown as { flatpickr: FlatpickrFn }).flatpickr(input, {
  defaultDate: "2027-01-20",
  onChange: tell,
  onOpen: tell,
  onClose: tell,
});
