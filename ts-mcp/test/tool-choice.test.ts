import { defineTools } from "@uipilot/workspace";
import { expect, it } from "vitest";
import { type Command, parse } from "../src/cli.ts";
import { setNames, toolSets, toolsFor } from "../src/tools/index.ts";
import { toolNames } from "../src/tools/names.ts";

function command(args: string[], environment: Record<string, string> = {}): Command {
  const parsed = parse(args, environment);
  if (typeof parsed === "string") throw new Error(`answered ${parsed}`);
  return parsed;
}

function offered(...args: string[]): string[] {
  const { tools: sets, script, session, allowTools: allow, denyTools: deny } = command(args);
  return toolsFor({ sets, script, extension: session.extension !== undefined, allow, deny }).map(({ name }) => name);
}

const web = toolSets.web.map(({ name }) => name);

it("offers all sets, or none", () => {
  expect(command(["--tools", "all"]).tools).toEqual(setNames);
  expect(offered("--tools=all")).toEqual(Object.values(toolSets).flatMap((set) => set.map(({ name }) => name)));
  expect(offered("--tools=none", "--allow-tool=click_by_uid", "--allow-tool=take_snapshot")).toEqual([
    "take_snapshot",
    "click_by_uid",
  ]);
  expect(() => command(["--tools=none"])).toThrow("no tool is left: name some with --allow-tool");
  expect(() => command(["--tools=none,web"])).toThrow("--tools none excludes other sets");
});

it("adds tools to the sets and takes some away, which wins", () => {
  expect(offered("--allow-tool=type_text")).toEqual([...web, "type_text"]);
  expect(offered("--deny-tool=save_page", "--deny-tool=type_text", "--allow-tool=type_text")).toEqual(
    web.filter((name) => name !== "save_page"),
  );
  const environment = { UIPILOT_ALLOW_TOOL: "type_text, scroll", UIPILOT_DENY_TOOL: "save_page" };
  expect(command([], environment)).toMatchObject({ allowTools: ["type_text", "scroll"], denyTools: ["save_page"] });
  expect(() => command(["--tools=none", "--allow-tool=scroll", "--deny-tool=scroll"])).toThrow("no tool is left");
});

it("gives tools a session when one of those that open sessions is allowed", () => {
  const [snapshot] = toolsFor({ sets: [], script: false, extension: false, allow: ["take_snapshot", "open_session"] });
  expect(Object.keys(snapshot?.schema.shape ?? {})).toContain("session");
});

it("names the flag that a tool needs, and offers it with that flag", () => {
  expect(() => command(["--allow-tool=evaluate_script"])).toThrow("--allow-tool evaluate_script needs --allow-script");
  expect(() => command(["--allow-tool=extension_status"])).toThrow("needs --extension");
  expect(offered("--tools=none", "--allow-tool=evaluate_script", "--allow-script")).toEqual(["evaluate_script"]);
  expect(offered("--allow-script", "--deny-tool=evaluate_script")).toEqual(web);
  expect(offered("--extension", "--deny-tool=extension_status")).toEqual(web);
});

it.each([
  ["--allow-tool=click_by_id", 'there is no tool "click_by_id"; did you mean click_by_uid?'],
  ["--deny-tool=clik_at", "did you mean click_at"],
  ["--allow-tool=vision", '"vision": it is a set, which --tools takes'],
  ["--allow-tool=zzzzzzzz", 'there is no tool "zzzzzzzz"'],
  ["--allow-tool=__proto__", 'there is no tool "__proto__"'],
])("refuses a name that no tool has: %s", (flag, said) => {
  expect(() => command([flag])).toThrow(said);
});

it("records pages only for tools that show it", () => {
  for (const { name } of toolSets.devtools) {
    expect(command([`--allow-tool=${name}`]).session.record).toEqual(["console", "network"]);
    expect(command(["--tools=none", `--allow-tool=${name}`]).session.record).toBeDefined();
  }
  expect(command([]).session).not.toHaveProperty("record");
});

// The package takes a while to load on a busy machine.
it("knows the workspace tools without their package", { timeout: 60_000 }, () => {
  const { tools } = defineTools({ environment: {} });
  expect(toolNames.workspace).toEqual(tools.map(({ name }) => name));
  expect(parse(["--allow-tool=udmQueryTool"], {})).toMatchObject({ tools: ["web"] });
});
