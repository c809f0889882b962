import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { extensionTools, scriptTools, toolSets, toolsFor } from "../src/tools/index.ts";
import { listed, writtenTools } from "../src/tools/listed.ts";
import { extensionNames, namesFor, scriptNames, setNames, toolNames } from "../src/tools/names.ts";
import { Offered } from "../src/tools/offered.ts";

const named = (tools: readonly { name: string }[]): string[] => tools.map(({ name }) => name);

it("knows the names of all tools without the tools", () => {
  const { workspace, ...own } = toolNames;
  expect(Object.fromEntries(Object.entries(toolSets).map(([set, tools]) => [set, named(tools)]))).toEqual(own);
  expect(workspace.length).toBeGreaterThan(0);
  expect(named(scriptTools)).toEqual(scriptNames);
  expect(named(extensionTools)).toEqual(extensionNames);
});

const offers = [
  { sets: ["web"], script: false, extension: false },
  { sets: ["web"], script: true, extension: true, deny: ["save_page"], allow: ["type_text"] },
  { sets: ["web", "sessions"], script: false, extension: false },
  { sets: [...setNames], script: true, extension: true },
  { sets: [], script: false, extension: false, allow: ["scroll", "list_sessions"], mustName: true },
] as const;

it.each(offers)("chooses and lists the same tools by name as by tool: %j", async (offer) => {
  const tools = toolsFor(offer);
  const offered = new Offered(offer);
  expect(offered.names).toEqual(named(tools));
  expect(namesFor(offer).filter((name) => !(toolNames.workspace as readonly string[]).includes(name))).toEqual(
    named(tools),
  );
  const whole = named(tools).some((name) => (toolNames.more as readonly string[]).includes(name));
  expect(await offered.list()).toEqual(tools.map((tool) => listed(tool, whole)));
  for (const name of offered.names) expect((await offered.find(name)).name).toBe(name);
});

it("writes down each tool, and what some servers add to its arguments", () => {
  const written = writtenTools();
  const all = [...Object.values(toolSets).flat(), ...scriptTools, ...extensionTools];
  expect(Object.keys(written)).toEqual([...named(all), "wait_for with a script"]);
  const { listed: short, wholeInput } = written["take_snapshot"] ?? {};
  expect(short?.inputSchema["properties"]).not.toHaveProperty("includeUnseen");
  expect(wholeInput?.["properties"]).toHaveProperty("includeUnseen");
});

it("finds beside the bundle what it would write down", () => {
  const beside = readFileSync(new URL("../dist/tool-list.json", import.meta.url), "utf8");
  expect(JSON.parse(beside)).toEqual(JSON.parse(JSON.stringify(writtenTools())));
});
