// The tools that a server offers: known by name from its start, listed from what the build wrote down, loaded when one is called.

import { readFileSync } from "node:fs";
import type { Tool } from "./define.ts";
import type { Offer } from "./index.ts";
import type { Listed, Written } from "./listed.ts";
import { hasSessions, isIn, namesFor, withScript } from "./names.ts";

/** The tools of a server. */
export class Offered {
  /** Their names, in the order in which they are listed. */
  readonly names: readonly string[];
  readonly #offer: Offer;
  #tools: Promise<ReadonlyMap<string, Tool>> | undefined;

  constructor(offer: Offer) {
    this.#offer = offer;
    const workspace = new Set(offer.workspace?.map(({ name }) => name));
    this.names = namesFor(offer).filter((name) => !isIn("workspace", name) || workspace.has(name));
  }

  /** Whether there is a tool of this name. */
  has(name: string): boolean {
    return this.names.includes(name);
  }

  /** The tool of this name, which is offered. */
  async find(name: string): Promise<Tool> {
    return (await this.load()).get(name) as Tool;
  }

  /** Loads the tools, once. */
  load(): Promise<ReadonlyMap<string, Tool>> {
    this.#tools ??= import("./index.ts").then(
      ({ toolsFor }) => new Map(toolsFor(this.#offer).map((tool) => [tool.name, tool])),
    );
    return this.#tools;
  }

  /** The tools as clients see them. */
  async list(): Promise<Listed[]> {
    // A server with further tools lists the further arguments of the others, too.
    const whole = this.names.some((name) => isIn("more", name));
    const written = this.#written();
    if (written !== undefined) {
      return written.map(({ listed, wholeInput }) =>
        whole && wholeInput !== undefined ? { ...listed, inputSchema: wholeInput } : listed,
      );
    }
    const [{ listed }, tools] = await Promise.all([import("./listed.ts"), this.load()]);
    return [...tools.values()].map((tool) => listed(tool, whole));
  }

  /** What the build wrote down, if it is so in this server: options change the arguments of tools. */
  #written(): Written[] | undefined {
    const { script, secrets } = this.#offer;
    if (secrets !== undefined || hasSessions(this.#offer)) return undefined;
    const table = writtenDown();
    const rows = this.names.map((name) => (script ? table?.[withScript(name)] : undefined) ?? table?.[name]);
    return rows.every((row) => row !== undefined) ? rows : undefined;
  }
}

/** The table beside the bundle; none where the sources run. */
function writtenDown(): Record<string, Written> | undefined {
  try {
    return JSON.parse(readFileSync(new URL("./tool-list.json", import.meta.url), "utf8"));
  } catch {
    return undefined;
  }
}
