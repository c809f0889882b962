// Node and the engine.

import { type Check, ok, problem } from "./finding.ts";

/** The oldest version of Node on which the server runs. */
const OLDEST_NODE = 20;

export const node: Check = {
  name: "node",
  async look() {
    const major = Number(process.versions.node.split(".")[0]);
    if (major < OLDEST_NODE) {
      return [problem(`Node ${process.versions.node} is too old`, `install Node ${OLDEST_NODE} or later`)];
    }
    return [ok(`Node ${process.versions.node}, ${process.platform} ${process.arch}`)];
  },
};

export const engine: Check = {
  name: "engine",
  async look() {
    try {
      const { Session } = await import("@uipilot/core");
      // Loads the addon, and starts nothing.
      await Session.open().close();
      return [ok("the engine is loaded")];
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return [
        problem(
          `the engine cannot be loaded: ${text}`,
          "install the package again on this machine, without --omit=optional and without copying node_modules from another one",
        ),
      ];
    }
  },
};
