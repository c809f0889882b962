// Whether extensions are paired, and the servers that they can reach.

import { chmod, lstat } from "node:fs/promises";
import path from "node:path";
import { brief } from "../quote.ts";
import { readRegular } from "../regular-file.ts";
import { type Check, type Finding, ok, problem, type Surroundings, warning } from "./finding.ts";
import { EXTENSION_PORTS } from "./network.ts";
import { answers } from "./probe.ts";

/** What the engine keeps; the same as in crates/engine/src/relay/store.rs. */
const FILE = "extension.json";
/** How long a server on this machine may take to answer, in milliseconds. */
const ANSWER_MS = 1_500;

export const extension: Check = {
  name: "extension",
  async look(around) {
    return [...(await pairing(around)), ...(await servers())];
  },
};

/** No list of extensions is as large, in bytes. */
const LARGEST = 16 * 2 ** 20;

async function pairing({ state, probe, platform }: Surroundings): Promise<Finding[]> {
  if (!answers(probe, state)) {
    return [problem(`the folder ${brief(state)} does not answer`, "see whether its disk or server is there")];
  }
  const folder = probe.get(state);
  const file = path.join(state, FILE);
  const found = await lstat(file).catch(() => undefined);
  if (folder?.is !== "there" || found === undefined) {
    return [ok("no extension is paired: `uipilot-mcp extension` says how one is")];
  }
  const again = `remove ${brief(file)} and pair again`;
  if (!found.isFile()) return [problem(`${brief(file)} is no file`, again)];
  const findings: Finding[] = [];
  if (!folder.writable) {
    findings.push(
      problem(
        `the folder ${brief(state)} cannot be written to: no extension can be paired`,
        "let this user write to it",
      ),
    );
  }
  if (platform !== "win32" && (found.mode & 0o077) !== 0) {
    findings.push({
      ...problem(
        `others may read ${brief(file)}, and act in the granted tabs with what is in it`,
        "take that right from them: --fix does so",
      ),
      fix: async () => {
        await chmod(file, 0o600);
        return "only its owner may read it";
      },
    });
  }
  const text = await textOf(file).catch(() => undefined);
  if (text === undefined)
    return [...findings, problem(`${brief(file)} cannot be read by this user`, "give it back to this user")];
  const names = paired(text);
  if (names === undefined) return [...findings, problem(`${brief(file)} cannot be understood`, again)];
  const said =
    names.length === 0
      ? "no extension is paired yet"
      : `paired extensions: ${names.length} (${names.map((name) => brief(name, 60)).join(", ")})`;
  return [...findings, { ...ok(said), facts: { paired: names.length } }];
}

async function textOf(file: string): Promise<string> {
  const bound = { most: LARGEST, tooLarge: () => new Error("larger than any list of extensions") };
  return (await readRegular(file, bound)).toString("utf8");
}

/** The names of the paired extensions; nothing if the text is not the engine's. */
function paired(text: string): string[] | undefined {
  try {
    const { serverId, apiToken, clients } = JSON.parse(text) as { [key: string]: unknown };
    if (typeof serverId !== "string" || typeof apiToken !== "string" || !Array.isArray(clients)) return undefined;
    const names = clients.map((client: { id?: unknown; name?: unknown; token?: unknown } | null) =>
      typeof client?.id === "string" && typeof client.token === "string" ? client.name : undefined,
    );
    return names.every((name) => typeof name === "string") ? names : undefined;
  } catch {
    return undefined;
  }
}

/** The servers at the ports where the extension looks. */
async function servers(): Promise<Finding[]> {
  const found = await Promise.all(EXTENSION_PORTS.map(ask));
  return found.filter((finding): finding is Finding => finding !== undefined);
}

async function ask(port: number): Promise<Finding | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/connection-health`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: "error",
    });
    if (answer.headers.get("server")?.startsWith("uipilot/") !== true) return undefined;
    const { connected } = (await answer.json()) as { connected?: unknown };
    if (connected === true) return { ...ok(`a server at port ${port} has a browser`), facts: { port, connected } };
    const text = `a server waits at port ${port}, and no browser is connected to it`;
    return {
      ...warning(
        text,
        "open the extension's popup in the browser; enter the code of `extension_status` if it asks for one",
      ),
      facts: { port, connected: false },
    };
  } catch {
    return undefined;
  }
}
