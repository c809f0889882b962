// The site: `npm run docs:site` builds it into docs/.vitepress/dist, and fails on a dead link between pages. What it shows comes
// from this machine: no fonts, scripts or counters of others.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { slug } from "../../scripts/docs/slug.mjs";

const docs = fileURLToPath(new URL("..", import.meta.url));
/** Where files of the repository are shown, as in `https://example.org/uipilot/blob/main`. Without it they are named only. */
const repository = process.env.UIPILOT_DOCS_REPOSITORY?.replace(/\/$/, "");

const page = (text, link) => ({ text, link });

/** The pages of a folder by their titles, in the order of their names; its `index.md` is left out. */
function pagesOf(folder) {
  return readdirSync(path.join(docs, folder))
    .filter((name) => name.endsWith(".md") && name !== "index.md")
    .sort()
    .map((name) => {
      const title = /^# (.+)$/m.exec(readFileSync(path.join(docs, folder, name), "utf8"))?.[1] ?? name;
      return page(title.replaceAll("`", ""), `/${folder}/${name.slice(0, -3)}`);
    });
}

/** Turns a link that leaves docs/ into one to the repository, or into the name of the file. */
function linksOut(markdown) {
  markdown.core.ruler.after("inline", "links-out", ({ tokens, env }) => {
    const folder = path.dirname(env.path ?? docs);
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const target = token.type === "link_open" ? token.attrGet("href") : null;
        if (!target || /^(?:[a-z]+:|#|\/)/.test(target)) continue;
        const file = path.relative(path.dirname(docs), path.resolve(folder, decodeURI(target.split("#")[0])));
        if (file.startsWith(`docs${path.sep}`) && !/\.(?:json|mjs)$/.test(file)) continue;
        const address = file.split(path.sep).join("/");
        if (repository) token.attrSet("href", `${repository}/${address}`);
        else {
          token.tag = "span";
          token.attrs = [
            ["title", `${address} in the repository`],
            ["class", "in-repository"],
          ];
          const close = children.find(({ type }, index) => index > children.indexOf(token) && type === "link_close");
          if (close) close.tag = "span";
        }
        token.type = "repository_open";
      }
    }
  });
}

export default defineConfig({
  title: "uipilot",
  description: "Agents see web pages and desktop applications as text, and act on them by id",
  lang: "en",
  base: process.env.UIPILOT_DOCS_BASE ?? "/",
  cacheDir: "../node_modules/.cache/vitepress",
  head: [["link", { rel: "icon", href: "data:," }]],
  cleanUrls: false,
  metaChunk: true,
  markdown: {
    anchor: { slugify: slug },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: linksOut,
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      page("First hour", "/start/agent"),
      page("Tasks", "/tasks/"),
      page("Tools", "/tool-reference"),
      page("Errors", "/errors/"),
      page("Compare", "/comparison"),
    ],
    sidebar: [
      {
        text: "The first hour",
        items: [
          page("With an agent", "/start/agent"),
          page("In a TypeScript server", "/start/typescript"),
          page("In Rust", "/start/rust"),
        ],
      },
      { text: "Tasks", items: [page("All tasks", "/tasks/"), ...pagesOf("tasks")] },
      {
        text: "Reference",
        items: [
          page("Tools", "/tool-reference"),
          page("Options of the server", "/options"),
          page("What works where", "/works-where"),
          page("Workspace tools", "/workspace"),
          page("init: clients", "/init"),
          page("Scale", "/scale"),
          page("Security", "/security"),
        ],
      },
      {
        text: "When something fails",
        items: [page("Troubleshooting", "/troubleshooting"), page("What doctor finds", "/doctor")],
      },
      { text: "Error codes", collapsed: true, items: [page("All codes", "/errors/"), ...pagesOf("errors")] },
      {
        text: "Coming from",
        items: pagesOf("migrate"),
      },
      {
        text: "Measured",
        items: [
          page("Comparison with peers", "/comparison"),
          page("Benchmarks", "/benchmarks"),
          page("Recall and size", "/recall"),
          page("Names and roles", "/accname"),
        ],
      },
    ],
  },
});
