// Shows the workspace tools: a real MCP client searches, fetches a document, edits a manual with what it says, and queries it.
//
//   node scripts/demo-workspace.mjs
import { main } from "./lib/failure.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup({ programs: ["chromium"] });
  // Imported here, because the set-up installs the client's package.
  const { Demonstration } = await import("./demo/client.mjs");
  const { prepare, tell } = await import("./demo/workspace.mjs");
  console.log("");
  const project = await prepare();
  try {
    const demonstration = await Demonstration.start(project.args);
    try {
      await tell(demonstration, project.folder);
    } finally {
      await demonstration.close();
    }
  } finally {
    await project.close();
  }
  console.log("\n✓ done: searched, fetched, edited and queried");
});
