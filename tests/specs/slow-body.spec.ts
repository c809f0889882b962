import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** A server that sends a few bytes at once and then a line now and then, without end. */
let server: Server;
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.write("<!doctype html><title>Slow</title><h1>First</h1>");
    const more = setInterval(() => response.write("<p>More</p>"), 500);
    response.on("close", () => clearInterval(more));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

inOneBrowser("a document that comes slowly", (t) => {
  it("is not said to have left the page as it was", async () => {
    const page = t.site.html("<h1>Before</h1>");
    await t.pilot.open(page);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { text } = await t.pilot.call("navigate_page", { url, timeoutMs: 2_500 });
    const stayed = (await t.pilot.snapshot()).has("heading", "Before");
    expect(text.includes("shows what it showed before"), text).toBe(stayed);
    expect(text.includes("did not answer"), text).toBe(stayed);
    await t.pilot.open(page);
  });
});
