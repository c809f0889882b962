// Lets Node keep the compiled form of the program's files, from Node 22.8 on. It saves a tenth of the start.

import * as nodeModule from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

const { LOCALAPPDATA, NODE_COMPILE_CACHE, XDG_CACHE_HOME } = process.env as Readonly<
  Record<string, string | undefined>
>;

/** The user's own folder for what can be made again. In a temporary folder, others could leave code for this program. */
function cacheFolder(): string {
  if (process.platform === "win32") return LOCALAPPDATA || join(homedir(), "AppData/Local");
  if (process.platform === "darwin") return join(homedir(), "Library/Caches");
  return XDG_CACHE_HOME || join(homedir(), ".cache");
}

// It fails without an error, as with a home folder that is read-only. The user's own setting wins.
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
if (NODE_COMPILE_CACHE === undefined) enableCompileCache?.(join(cacheFolder(), "uipilot", "compiled"));
