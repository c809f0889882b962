// Opens a page, prints its snapshot and clicks the first button or link whose line has a text:
//   node examples/click.mjs https://example.org "Learn more"
import { Session } from "@uipilot/core";

const [url = "https://example.org", text = ""] = process.argv.slice(2);
const session = Session.open();
await session.newPage(url);
const { text: tree } = await session.snapshot();
console.log(tree);
const line = tree.split("\n").find((line) => /uid=\S+ (button|link)/.test(line) && line.includes(text));
const { target, effects } = await session.click(/uid=(\S+)/.exec(line ?? "")?.[1] ?? "");
console.log(`Clicked ${target}`, effects);
await session.close();
