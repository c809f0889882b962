// Commands beside the server itself. Each is loaded when it is asked for, so that the server starts without them.

/** A command of the program. */
export interface Subcommand {
  /** One line for the help of the program. */
  help: string;
  /** Runs it with the arguments after its name. @returns the exit code */
  run(args: readonly string[]): Promise<number>;
}

/** The commands by name. */
export const commands: Readonly<Record<string, Subcommand>> = {
  init: {
    help: "Enter this server in the files of the MCP clients of this machine",
    run: async (args) => (await import("./init/main.ts")).init(args),
  },
  doctor: {
    help: "Say what is missing or broken on this machine, and what to do about it",
    run: async (args) => (await import("./doctor/main.ts")).doctor(args),
  },
  extension: {
    help: "Write the extension for your own browser, and say how it is loaded",
    run: async (args) => (await import("./extension/main.ts")).extension(args),
  },
  "install-browser": {
    help: "Get Chrome for Testing, Chromium or Firefox from its maker",
    run: async (args) => (await import("./install-browser/main.ts")).installBrowser(args),
  },
  skill: {
    help: "Write a skill, which teaches agents to use this server well",
    run: async (args) => (await import("./skill/main.ts")).skill(args),
  },
};
