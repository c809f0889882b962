// The browsers that `install-browser` has put into the user's data folder. The engine looks for those of the system only.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { SessionOptions } from "@uipilot/core";
import { dataFolder, type Here } from "./places.ts";

/** The browsers that can be installed. */
export const INSTALLABLE = ["chrome", "chromium", "firefox"] as const;
export type Installable = (typeof INSTALLABLE)[number];

/** What is in the file of each. It is written before the folder gets its name, so that a folder with it is whole. */
export interface Record {
  browser: Installable;
  version: string;
  /** The program, from the folder of the file. */
  executable: string;
  /** When it was installed, in milliseconds since 1970. */
  at: number;
}

/** The file in the folder of each. */
export const RECORD = "uipilot.json";

export interface Installed extends Record {
  folder: string;
}

/** Where they are, unless the user names another folder. */
export const browsersFolder = (place: Here): string => path.join(dataFolder(place), "browsers");

/** The browsers in a folder, the last installed first. @returns absolute paths as `executable` */
export function installedIn(folder: string): Installed[] {
  return INSTALLABLE.flatMap((browser) => entries(path.join(folder, browser)))
    .flatMap((entry): Installed[] => {
      const record = read(path.join(entry, RECORD));
      const executable = record && path.join(entry, record.executable);
      return record === undefined || executable === undefined || !existsSync(executable)
        ? []
        : [{ ...record, executable, folder: entry }];
    })
    .sort((a, b) => b.at - a.at);
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function read(file: string): Record | undefined {
  try {
    const record = JSON.parse(readFileSync(file, "utf8")) as Partial<Record> | null;
    const isWhole =
      INSTALLABLE.some((name) => name === record?.browser) &&
      typeof record?.version === "string" &&
      typeof record.executable === "string" &&
      typeof record.at === "number";
    return isWhole ? (record as Record) : undefined;
  } catch {
    return undefined;
  }
}

/** Which of them `--browser` may mean. A channel is never one: they are installed by version. */
const MEANT: { [name: string]: readonly Installable[] } = {
  chromium: ["chrome", "chromium"],
  chrome: ["chrome"],
  firefox: ["firefox"],
};

/** Options with the last installed browser of the wanted kind, where the user names no other one. */
export function withInstalled(options: SessionOptions, place: Here): SessionOptions {
  const { launch } = options;
  if (launch === undefined || launch.executable !== undefined || place.env["UIPILOT_BROWSER_PATH"]) return options;
  const name = launch.browser ?? "chromium";
  const meant = Object.hasOwn(MEANT, name) ? MEANT[name] : undefined;
  if (meant === undefined) return options;
  const found = installedIn(browsersFolder(place)).find(({ browser }) => meant.includes(browser));
  return found === undefined ? options : { ...options, launch: { ...launch, executable: found.executable } };
}
