import { expect, it } from "vitest";
import { Pilot } from "../support/pilot.ts";

it("lists and calls only the tools that were chosen by name", async () => {
  const args = [
    "--tools",
    "none",
    "--allow-tool",
    "list_pages",
    "--allow-tool",
    "take_snapshot",
    "--deny-tool=list_pages",
  ];
  const pilot = await Pilot.start({ args });
  try {
    expect((await pilot.client.listTools()).tools.map(({ name }) => name)).toEqual(["take_snapshot"]);
    await expect(pilot.client.callTool({ name: "list_pages", arguments: {} })).rejects.toThrow("no tool");
  } finally {
    await pilot.close();
  }
});

it("loads the workspace tools for one of them", async () => {
  const pilot = await Pilot.start({ args: ["--tools", "none", "--allow-tool", "yamlJsonParserEditorTool"] });
  try {
    expect((await pilot.client.listTools()).tools.map(({ name }) => name)).toEqual(["yamlJsonParserEditorTool"]);
  } finally {
    await pilot.close();
  }
});
