/** The programs of others that are tested and measured, one or more of each toolkit. */

import { mkdtempSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { executables } from "../../support/paths.ts";

/** A program and how it is started. */
export interface Program {
  name: string;
  command: string;
  args: string[];
  /** It shows at least so many nodes. */
  least: number;
}

const examples = "/usr/lib/x86_64-linux-gnu/qt5/examples/widgets";

/** Qt's calculator. */
export const calculator = path.join(examples, "widgets/calculator/calculator");

/** Chromium with a page, told to be accessible from its start, with a profile of its own that goes with the desktop. */
export function chromium(page: string): Program {
  const profile = mkdtempSync(path.join(homedir(), "uipilot-chromium-"));
  const flags = ["--no-sandbox", "--force-renderer-accessibility", "--no-first-run", "--disable-gpu"];
  return {
    name: "Chromium",
    command: executables.chromium,
    args: [...flags, `--user-data-dir=${profile}`, page],
    least: 15,
  };
}

/** Programs with widgets of all kinds. */
export const widgetPrograms: Program[] = [
  { name: "gtk3-widget-factory", command: "/usr/bin/gtk3-widget-factory", args: [], least: 100 },
  { name: "gtk4-widget-factory", command: "/usr/bin/gtk4-widget-factory", args: [], least: 100 },
  { name: "Qt's tabdialog", command: path.join(examples, "dialogs/tabdialog/tabdialog"), args: [], least: 15 },
  { name: "mousepad", command: "/usr/bin/mousepad", args: [], least: 15 },
];
