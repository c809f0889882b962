// Shows the main use: a real MCP client reads a real page through the server, and acts on it by UID.
//
//   node scripts/demo.mjs [--browser chromium|firefox] [URL]
//
// Without a URL it orders something in a small demo shop. With one it only reads the page.
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
  // Imported here, because the set-up installs the client's package.
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
