// Checks README, docs/ and the other pages: links, blocks of code, names, generated pages and pictures.
//
//   node scripts/docs-check.mjs
import { checkBlocks } from "./docs/blocks.mjs";
import { checkLinks } from "./docs/links.mjs";
import { pages } from "./docs/markdown.mjs";
import { checkNames } from "./docs/names.mjs";
import { checkPictures } from "./docs/pictures.mjs";
import { checkSamples } from "./docs/samples.mjs";
import { main } from "./lib/failure.mjs";

await main(async () => {
  const read = pages();
  const wrong = [
    ...checkLinks(read),
    ...checkBlocks(read),
    ...checkNames(read),
    ...checkPictures(read),
    ...(await checkSamples(read)),
  ];
  for (const fault of wrong) console.log(fault);
  const links = read.flatMap(({ links }) => links).length;
  const blocks = read.flatMap(({ blocks }) => blocks).length;
  console.log(`${read.length} pages, ${links} links, ${blocks} blocks of code: ${wrong.length} faults`);
  if (wrong.length > 0) process.exitCode = 1;
});
