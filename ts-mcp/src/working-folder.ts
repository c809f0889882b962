// Chooses the folder that relative paths start in and that files may come from and go to.

import path from "node:path";

/** The folder that relative paths start in. */
export interface WorkingFolder {
  folder: string;
  /** Whether it is the server's own, because the one that the server was started in is too wide. */
  own: boolean;
}

/** What the choice depends on. */
export interface Surroundings {
  workingDirectory: string;
  home: string;
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
}

/**
 * The working directory, unless that is the home folder, one of the folders above it, or settings in it
 * (`~/.config/…`). Desktop clients start servers there. The server then has a folder of its own.
 */
export function workingFolder(surroundings: Surroundings): WorkingFolder {
  const { workingDirectory, home } = surroundings;
  const fromHome = home === "" ? undefined : path.relative(home, workingDirectory);
  const root = path.parse(workingDirectory).root === workingDirectory;
  const tooWide = root || (fromHome !== undefined && (isAboveOrSame(fromHome) || isSetting(fromHome)));
  return tooWide ? { folder: ownFolder(surroundings), own: true } : { folder: workingDirectory, own: false };
}

function isAboveOrSame(relative: string): boolean {
  return relative.split(path.sep).every((part) => part === "" || part === "..");
}

function isSetting(relative: string): boolean {
  return /^\.[^./\\]/.test(relative);
}

/** The server's folder among the user's data. */
function ownFolder({ home, environment, platform, workingDirectory }: Surroundings): string {
  const base = home === "" ? workingDirectory : home;
  const data =
    platform === "win32"
      ? absolute(environment["LOCALAPPDATA"], path.join(base, "AppData", "Local"))
      : platform === "darwin"
        ? path.join(base, "Library", "Application Support")
        : absolute(environment["XDG_DATA_HOME"], path.join(base, ".local", "share"));
  return path.join(data, "uipilot", "files");
}

/** A folder from a variable. The XDG specification ignores relative ones. */
function absolute(value: string | undefined, otherwise: string): string {
  return value !== undefined && path.isAbsolute(value) ? value : otherwise;
}
