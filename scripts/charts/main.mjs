// Draws the charts of the documentation from the figures of docs/benchmarks.md, recall.md and scale.md.
//
//   node scripts/charts/main.mjs [--check]
//
// Writes docs/figures.json and docs/charts. --check: fails unless these are up to date, and writes nothing.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, main } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { charts } from "./charts.mjs";
import { drawBars } from "./draw.mjs";
import { cellAt, numberIn } from "./tables.mjs";

const folder = join(root, "docs/charts");

await main(() => {
  const figures = charts.map(({ bars, ...chart }) => ({
    ...chart,
    bars: bars.map(({ label, ...place }) => ({ label, value: numberIn(cellAt(chart.source, place)), ...place })),
  }));
  const files = new Map([
    [join(root, "docs/figures.json"), `${JSON.stringify(figures, null, 2)}\n`],
    ...figures.map((chart) => [join(folder, `${chart.name}.svg`), drawBars(chart)]),
  ]);
  const left = existsSync(folder)
    ? readdirSync(folder)
        .map((name) => join(folder, name))
        .filter((file) => !files.has(file))
    : [];
  if (process.argv.includes("--check")) {
    const old = [...files].filter(([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text);
    if (old.length + left.length > 0) {
      throw new Failure(
        `out of date: ${[...old.map(([file]) => file), ...left].join(", ")}`,
        "npm run charts, and commit them",
      );
    }
    console.log(`✓ ${files.size} files are up to date`);
    return;
  }
  mkdirSync(folder, { recursive: true });
  for (const file of left) rmSync(file);
  for (const [file, text] of files) writeFileSync(file, text);
  console.log(`✓ wrote docs/figures.json and ${figures.length} charts`);
});
