// The story of the workspace tools: search, fetch, edit a manual, query it.
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../lib/failure.mjs";

const manual = `# Release

## TASK-7: Sign the packages

\`\`\`yaml
task_id: TASK-7
status: open
\`\`\`

## Checklist

Nothing yet.
`;

const checklist = ["Run all tests", "Sign the packages", "Publish the notes"];

/** A page whose text is made by its script, as that of many sites is. */
const page = `<!doctype html><title>How to release</title><main id="main"></main><script>
  const steps = ${JSON.stringify(checklist)};
  document.querySelector("main").innerHTML =
    "<article><h1>How to release</h1><p>A release is done in three steps, always in this order.</p><ol>" +
    steps.map((step) => "<li>" + step + "</li>").join("") + "</ol></article>";
</script>`;

/** Makes a project with a manual, and the sites that the story finds. Returns the server's arguments. */
export async function prepare() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "uipilot-demo-")));
  const guide = await serve(() => page);
  const search = await serve(({ searchParams }) => {
    const query = (searchParams.get("q") ?? "").replace(/[^\w ]/g, "");
    return `<!doctype html><title>Search</title><h1>Results for ${query}</h1><main>
      <div><h2><a href="${guide.url}">How to release</a></h2><p>A release is done in three steps.</p></div></main>`;
  });
  await mkdir(join(folder, "docs/udm"), { recursive: true });
  await writeFile(join(folder, "docs/udm/release.md"), manual);
  const config = join(folder, "uipilot.config.json");
  const workspace = {
    search: { provider: "browser", browser: { url: `${search.url}?q={query}` } },
    // The demo's sites are on this machine, which is not fetched from otherwise.
    fetch: { allowPrivate: ["127.0.0.1"] },
  };
  await writeFile(config, JSON.stringify({ workspace }, null, 2));
  return {
    folder,
    args: ["--tools", "workspace", "--config", config],
    close: async () => {
      await Promise.all([guide.close(), search.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Searches, fetches, edits and queries. */
export async function tell(demonstration, folder) {
  const call = async (name, args) => JSON.parse(await demonstration.call(name, args));
  const { results } = await call("webSearchTool", { query: "release steps", numResults: 3 });
  const found = results[0] ?? miss("the search found nothing");
  const { cleanedTextContent } = await call("documentFetchingParsingTool", { url: found.link });
  const steps = checklist.filter((step) => cleanedTextContent.includes(step));
  if (steps.length !== checklist.length) miss("the document has not all of its steps");
  await call("markdownParserEditorTool", {
    filePath: "docs/udm/release.md",
    action: "replaceSection",
    sectionHeader: "Checklist",
    newSectionContent: steps.map((step) => `- [ ] ${step}`).join("\n"),
  });
  const { retrievedContent } = await call("udmQueryTool", {
    query_type: "get_section_content",
    udm_path_or_id: "/docs/udm/release.md#checklist",
  });
  if (!steps.every((step) => retrievedContent.includes(`- [ ] ${step}`)))
    miss("the manual does not have the new section");
  const task = await call("udmQueryTool", { query_type: "get_task_definition", udm_path_or_id: "TASK-7" });
  if (task.retrievedContent.status !== "open") miss("the manual does not have the task");
  const text = await readFile(join(folder, "docs/udm/release.md"), "utf8");
  if (!text.startsWith(manual.slice(0, manual.indexOf("Nothing yet")))) miss("the edit changed more than its section");
}

function miss(what) {
  throw new Failure(what, "report it with this output");
}

/** Serves one page on this machine. */
async function serve(answer) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const known = url.pathname === "/";
    response.writeHead(known ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(known ? answer(url) : "");
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
