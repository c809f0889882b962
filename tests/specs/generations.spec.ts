/** Both generations of the protocol over stdio, and a client that only asks what the server can do. */

import { expect, it } from "vitest";
import { Pilot } from "../support/pilot.ts";
import { isBrowserMain } from "../support/processes.ts";
import { sleep, until } from "../support/wait.ts";

it.each([
  ["legacy", "2025-11-25"],
  ["auto", "2026-07-28"],
  [{ pin: "2026-07-28" }, "2026-07-28"],
] as const)("a client that asks for %s is served", async (protocol, version) => {
  const pilot = await Pilot.start({ protocol });
  expect(pilot.client.getNegotiatedProtocolVersion()).toBe(version);
  expect((await pilot.client.listTools()).tools.map(({ name }) => name)).toContain("take_snapshot");
  await pilot.ok("navigate_page", { url: "data:text/html,<h1>Hello</h1>" });
  expect(await pilot.ok("take_snapshot")).toContain("Hello");
  await pilot.close();
});

it("a client that only asks what the server can do starts no browser", async () => {
  const pilot = await Pilot.start({ protocol: { pin: "2026-07-28" } });
  await sleep(1_000);
  expect(pilot.children().filter(isBrowserMain)).toEqual([]);
  // A client that asks for the tools will soon call one.
  await pilot.client.listTools();
  await until("the browser to start", () => pilot.children().some(isBrowserMain), 10_000);
  await pilot.close();
});
