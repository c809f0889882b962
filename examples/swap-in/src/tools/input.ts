// Tools that see the page and act on its elements.

import path from "node:path";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod/v4";
import { driver } from "../driver.ts";
import { byUid, takeSnapshot } from "../snapshot.ts";

const uid = z.string().describe("From take_snapshot");
const told = (text: string) => ({ content: [{ type: "text" as const, text }] });

export function registerInput(server: McpServer): void {
  server.registerTool(
    "open_page",
    { description: "Opens an address", inputSchema: z.object({ url: z.string() }) },
    async ({ url }) => {
      await (await driver()).get(url);
      return told(`Opened ${url}`);
    },
  );

  server.registerTool(
    "take_snapshot",
    { description: "The page as text, with the uid of each element", inputSchema: z.object({}) },
    async () => {
      return told(await takeSnapshot());
    },
  );

  server.registerTool(
    "click_by_uid",
    { description: "Clicks an element", inputSchema: z.object({ uid, dblClick: z.boolean().optional() }) },
    async ({ uid, dblClick = false }) => {
      const element = await byUid(uid);
      const actions = (await driver()).actions();
      await (dblClick ? actions.doubleClick(element) : actions.click(element)).perform();
      return told(`Clicked ${uid}`);
    },
  );

  server.registerTool(
    "hover_by_uid",
    { description: "Moves the mouse over an element", inputSchema: z.object({ uid }) },
    async ({ uid }) => {
      const actions = (await driver()).actions();
      await actions.move({ origin: await byUid(uid) }).perform();
      return told(`Hovered ${uid}`);
    },
  );

  server.registerTool(
    "fill_by_uid",
    { description: "Sets the value of a field", inputSchema: z.object({ uid, value: z.string() }) },
    async ({ uid, value }) => {
      const element = await byUid(uid);
      await element.clear();
      await element.sendKeys(value);
      return told(`Filled ${uid}`);
    },
  );

  const fields = z.array(z.object({ uid, value: z.string() }));
  server.registerTool(
    "fill_form_by_uid",
    { description: "Sets the values of several fields", inputSchema: z.object({ fields }) },
    async ({ fields }) => {
      for (const { uid, value } of fields) {
        const element = await byUid(uid);
        await element.clear();
        await element.sendKeys(value);
      }
      return told(`Filled ${fields.length} fields`);
    },
  );

  server.registerTool(
    "drag_by_uid_to_uid",
    { description: "Drags an element to another one", inputSchema: z.object({ fromUid: uid, toUid: uid }) },
    async ({ fromUid, toUid }) => {
      const actions = (await driver()).actions();
      await actions.dragAndDrop(await byUid(fromUid), await byUid(toUid)).perform();
      return told(`Dragged ${fromUid} to ${toUid}`);
    },
  );

  server.registerTool(
    "upload_by_uid",
    { description: "Puts a file into a file field", inputSchema: z.object({ uid, file: z.string() }) },
    async ({ uid, file }) => {
      const element = await byUid(uid);
      await element.sendKeys(path.resolve(file));
      return told(`Uploaded to ${uid}`);
    },
  );
}
