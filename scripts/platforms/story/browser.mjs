// Stands in for a browser where this machine has none for the platform, as under Wine: it passes on, byte by byte, what
// is sent to the Chromium of this machine, and has a child of its own. Chromium's process tree, its sandbox and its
// command line are not tried by this.
//
//   node browser.mjs HOST [arguments of Chromium]
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect, createServer } from "node:net";
import { json } from "node:stream/consumers";

const [host, ...args] = process.argv.slice(2);
const option = (name) => args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
const folder = option("--user-data-dir");

// A child that outlives its parent, if nothing ends both. The folder in its command line makes it known.
spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)", folder], { stdio: "ignore" });

const { port, path } = await new Promise((resolve, reject) => {
  const asked = request(`${host}/spare`, { method: "POST", agent: false }, (answer) =>
    json(answer).then(resolve, reject),
  );
  asked.once("error", reject);
  asked.end("{}");
});

const server = createServer((near) => {
  const far = connect(Number(port), "127.0.0.1");
  near.pipe(far).pipe(near);
  near.on("error", () => far.destroy());
  far.on("error", () => near.destroy());
  // A browser ends when it is told to.
  far.on("close", () => process.exit(0));
});
server.listen(0, "127.0.0.1", () => {
  writeFileSync(`${folder}/DevToolsActivePort`, `${server.address().port}\n${path}`);
});
