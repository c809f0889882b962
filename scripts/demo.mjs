// Shows the main job: a real MCP client sees a real page through our server, and acts on it by UID.
//
//   node scripts/demo.mjs [--browser chromium|firefox] [URL]
//
// Without a URL it orders something in a small shop of ours; with one it only looks.
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { Failure, main } from "./lib/failure.mjs";
import { root } from "./lib/paths.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  const { values, positionals } = parseArgs({
    options: { browser: { type: "string", default: "chromium" } },
    allowPositionals: true,
  });
  const { browser } = values;
  if (!["chromium", "firefox"].includes(browser)) {
    throw new Failure(`there is no demo in ${JSON.stringify(browser)}`, "use --browser chromium or --browser firefox");
  }
  await setup({ programs: [browser] });
  // Imported only now: the client's package is there once the set-up has run.
  const { Demonstration } = await import("./demo/client.mjs");
  const { look, order } = await import("./demo/stories.mjs");
  console.log("");
  const demonstration = await Demonstration.start(["--browser", browser, "--headless"]);
  let picture;
  try {
    picture = positionals.length > 0 ? await look(demonstration, positionals[0]) : await order(demonstration);
  } finally {
    await demonstration.close();
  }
  console.log(`\n✓ done; the page as it looks now: ${relative(root, picture)}`);
});
