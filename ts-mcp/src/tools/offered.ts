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
  #list: Promise<Listed[]> | undefined;

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

  /** The tools as clients see them, which stays the same. */
  list(): Promise<Listed[]> {
    this.#list ??= this.#listed();
    return this.#list;
  }

  async #listed(): Promise<Listed[]> {
    const written = this.written();
    if (written !== undefined) return written;
    const [{ listed }, tools] = await Promise.all([import("./listed.ts"), this.load()]);
    return [...tools.values()].map((tool) => listed(tool, this.#whole));
  }

  /** A server with further tools lists the further arguments of the others, too. */
  get #whole(): boolean {
    return this.names.some((name) => isIn("more", name));
  }

  /** The same as the build wrote it down; nothing where options change the arguments of tools, or where the sources run. */
  written(): Listed[] | undefined {
    const { script, secrets } = this.#offer;
    if (secrets !== undefined || hasSessions(this.#offer)) return undefined;
    const table = writtenDown();
    const rows = this.names.map((name) => (script ? table?.[withScript(name)] : undefined) ?? table?.[name]);
    if (!rows.every((row) => row !== undefined)) return undefined;
    const whole = this.#whole;
    return rows.map(({ listed, wholeInput }) =>
      whole && wholeInput !== undefined ? { ...listed, inputSchema: wholeInput } : listed,
    );
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
