// Lets Node keep the compiled form of the program's files, from Node 22.8 on. It saves a tenth of the time until the server is loaded.

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

const { LOCALAPPDATA, NODE_COMPILE_CACHE, XDG_CACHE_HOME } = process.env as Readonly<
  Record<string, string | undefined>
>;

/** The user's own folder for what can be made again. In a temporary folder, others could leave code for this program. */
function cacheFolder(): string {
  if (process.platform === "win32") return LOCALAPPDATA || join(homedir(), "AppData/Local");
  if (process.platform === "darwin") return join(homedir(), "Library/Caches");
  return XDG_CACHE_HOME || join(homedir(), ".cache");
}

/** Begins to keep what is loaded from now on. It fails without an error, as with a home folder that is read-only. */
export async function keepCompiled(): Promise<void> {
  // The user's own setting wins.
  if (NODE_COMPILE_CACHE !== undefined) return;
  const { enableCompileCache } = (await import("node:module")) as { enableCompileCache?: (folder: string) => unknown };
  const folder = join(cacheFolder(), "uipilot", "compiled");
  // An empty HOME names no folder of the user's.
  if (isAbsolute(folder)) enableCompileCache?.(folder);
}
