// Secrets by name. The model gives a name, and the value goes from here to the page.

import { ToolError } from "../error.ts";
import { meant } from "../near.ts";
import { brief } from "../quote.ts";

/** A secret. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** The only origins that may get it; any, if there are none. */
  readonly origins: readonly string[];
}

/** The secrets of a server, or of a session of the command line. */
export class Secrets {
  readonly #byName: ReadonlyMap<string, Secret>;

  constructor(secrets: Iterable<Secret>) {
    this.#byName = new Map([...secrets].map((secret) => [secret.name, secret]));
  }

  get names(): string[] {
    return [...this.#byName.keys()];
  }

  get all(): Secret[] {
    return [...this.#byName.values()];
  }

  /** @throws `INVALID_INPUT` for a name that no secret has */
  get(name: string): { value: string; origins: string[] } {
    const secret = this.#byName.get(name);
    if (secret !== undefined) return { value: secret.value, origins: [...secret.origins] };
    const names = this.names;
    const near = meant(name, names) || `; there are ${names.slice(0, 20).join(", ") || "none"}`;
    const step = "use a name of the list, or ask the user to add it to the server's secrets";
    throw new ToolError("INVALID_INPUT", `there is no secret ${brief(name, 60)}${near}`, step);
  }
}
