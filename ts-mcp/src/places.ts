// The folders of a user in which this program keeps things.

import { realpathSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import path from "node:path";

/** Where this program runs. */
export interface Here {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string;
}

export const here = (): Here => ({ platform: process.platform, env: process.env, home: homeFolder() });

/** The user's home folder; `""` if there is none. An empty or relative HOME would be a folder in the working folder. */
export function homeFolder(): string {
  const home = homedir();
  if (path.isAbsolute(home)) return home;
  try {
    const { homedir: known } = userInfo();
    return path.isAbsolute(known) ? known : "";
  } catch {
    // A container can run with the number of a user that it does not know.
    return "";
  }
}

/** The user's home folder, without links, as the working directory is. */
export function realHome(): string {
  const home = homeFolder();
  try {
    return realpathSync(home);
  } catch {
    return home;
  }
}

/** A folder that a variable names. The rules of these variables say that relative paths count as unset. */
function named(value: string | undefined): string | undefined {
  return value !== undefined && path.isAbsolute(value) ? value : undefined;
}

/** Where the engine keeps which extensions are paired; the same as `usual_folder` in crates/engine/src/relay/store.rs. */
export function stateFolder({ platform, env, home }: Here): string {
  return path.join(base("XDG_STATE_HOME", ".local/state", { platform, env, home }), "uipilot");
}

/** Where this program keeps what a user has asked it for: browsers, and the extension. */
export function dataFolder(place: Here): string {
  return path.join(base("XDG_DATA_HOME", ".local/share", place), "uipilot");
}

function base(variable: string, usual: string, { platform, env, home }: Here): string {
  if (platform === "win32") return env["LOCALAPPDATA"] || path.join(home, "AppData", "Local");
  if (platform === "darwin") return path.join(home, "Library", "Application Support");
  return named(env[variable]) ?? path.join(home, usual);
}
