// The configuration of all tools. Each tool's section is defined beside the tool.

import * as z from "zod";
import { context7Config } from "./context7/config.js";
import { fetchConfig } from "./fetch/config.js";
import { filesConfig } from "./files/config.js";
import { manualConfig } from "./manual/config.js";
import { searchConfig } from "./search/config.js";

/** The section `workspace` of a configuration file. Keys and tokens are not in it: they come from the environment. */
export const workspaceConfig = z.strictObject({
  filesystem: filesConfig.prefault({}),
  search: searchConfig.prefault({}),
  fetch: fetchConfig.prefault({}),
  context7: context7Config.prefault({}),
  manual: manualConfig.prefault({}),
});

/** The configuration as it is written. Every field has a default. */
export type WorkspaceConfig = z.input<typeof workspaceConfig>;
