// Opens a page, prints its snapshot and clicks the first button or link whose name has a text:
//   node examples/click.mjs https://example.org "Learn more"
import { Session } from "@uipilot/core";

const [url = "https://example.org", text = ""] = process.argv.slice(2);
const session = Session.open();
await session.newPage(url);
console.log((await session.snapshot()).text);
const { nodes } = await session.nodes();
const found = nodes.find(({ role, name }) => ["button", "link"].includes(role) && name.includes(text));
if (!found?.uid) throw new Error(`no button or link has "${text}" in its name`);
const { target, effects } = await session.click(found.uid);
console.log(`Clicked ${target}`, effects);
await session.close();
