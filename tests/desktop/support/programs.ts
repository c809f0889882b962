/** Third-party programs to test and measure, one or more for each toolkit. */

import { mkdtempSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { executables } from "../../support/paths.ts";

/** A program and its command line. */
export interface Program {
  name: string;
  command: string;
  args: string[];
  /** The minimum number of nodes that it shows. */
  least: number;
}

const examples = "/usr/lib/x86_64-linux-gnu/qt5/examples/widgets";

/** Qt's calculator. */
export const calculator = path.join(examples, "widgets/calculator/calculator");

/** Chromium with a page, accessible from its start, with a temporary profile in the test desktop's home. */
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
