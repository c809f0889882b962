// What the checks of the documentation see.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawBars } from "../charts/draw.mjs";
import { numberIn } from "../charts/tables.mjs";
import { checkBlocks } from "../docs/blocks.mjs";
import { commandsOf } from "../docs/commands.mjs";
import { checkLinks } from "../docs/links.mjs";
import { pageOf } from "../docs/markdown.mjs";
import { slug } from "../docs/slug.mjs";
import { drawTerminal } from "../docs/terminal.mjs";

test("ids of headings are those of GitHub", () => {
  const ids = {
    "What works where": "what-works-where",
    list_pages: "list_pages",
    "Who reaches the port of --port": "who-reaches-the-port-of---port",
  };
  for (const [heading, id] of Object.entries(ids)) assert.equal(slug(heading), id);
  assert.deepEqual([...pageOf("a.md", "# Same\n## Same\n").anchors], ["same", "same-1"]);
});

test("links to missing files and headings are found, and code is no link", () => {
  const text =
    "# Here\n[a](#here) [b](#gone) [c](missing.md) [d](../README.md#more) `[e](nowhere.md)`\n```text\n[f](nowhere.md)\n```\n";
  const readme = pageOf("README.md", "## More\n");
  const wrong = checkLinks([pageOf("docs/test.md", text), readme]);
  assert.deepEqual(wrong, [
    "docs/test.md:2: #gone: there is no such heading",
    "docs/test.md:2: missing.md: there is no such file",
  ]);
});

test("a command without an entry, broken JSON and invented Rust are faults", () => {
  const page = pageOf(
    "docs/test.md",
    "```sh\nnpm run nothing-known\n```\n```json\n{,}\n```\n```rust\nfn invented() {}\n```\n```cobol\n```\n",
  );
  const wrong = checkBlocks([page]).filter((fault) => fault.startsWith("docs/test.md:"));
  for (const part of ["npm run nothing-known", "no valid JSON", "is no excerpt", "nothing checks blocks of cobol"]) {
    assert.ok(
      wrong.some((fault) => fault.includes(part)),
      `${part} in ${wrong}`,
    );
  }
});

test("commands lose their comments", () => {
  assert.deepEqual(commandsOf("npm test    # all\n\n# only this\nnpm run demo\n"), ["npm test", "npm run demo"]);
});

test("figures are the first numbers of cells", () => {
  assert.deepEqual(["1,242", "59,839 in 175, 20 tasks", "48.9 MB", "–"].map(numberIn), [1242, 59_839, 48.9, undefined]);
  assert.throws(() => numberIn("failed"));
});

test("bars begin at zero and are as long as their figures", () => {
  const svg = drawBars({
    title: "T",
    unit: "ms",
    note: "n",
    source: "s.md",
    bars: [
      { label: "uipilot", value: 100 },
      { label: "peer", value: 400 },
    ],
  });
  const bars = [...svg.matchAll(/<rect class="(?:ours|peer)" x="(\d+)" y="\d+" width="([\d.]+)"/g)];
  assert.equal(new Set(bars.map(([, x]) => x)).size, 1);
  assert.equal(Number(bars[1][2]) / Number(bars[0][2]), 4);
  assert.match(svg, />0<\/text>/);
});

test("a terminal escapes what it shows and wraps long lines", () => {
  const svg = drawTerminal("T", `→ call {"a":"<b>"}\n${"word ".repeat(60)}\n`);
  assert.match(svg, /&lt;b&gt;/);
  assert.ok([...svg.matchAll(/<text x/g)].length > 3);
  assert.equal(svg, drawTerminal("T", `→ call {"a":"<b>"}\n${"word ".repeat(60)}\n`));
});
