// Writes server.json for the MCP registry: that of this repository, with the name under which its owner publishes.
//
//   node scripts/registry.mjs --owner NAME [--repository URL] [--bundles DIR --download URL] [--out FILE]
//
// A name in the registry begins with the owner of the repository on GitHub, which these sources do not know: CI does. The package on
// npm has to have the same name as `mcpName` (`repository` in scripts/release/workflow.mjs). With --bundles, the bundles in DIR are listed, too, as they
// can be downloaded below URL.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, main } from "./lib/failure.mjs";
import { root } from "./lib/paths.mjs";
import { registryName } from "./lib/registry-name.mjs";

await main(() => {
  const text = { type: "string" };
  const { values } = parseArgs({
    options: { owner: text, repository: text, bundles: text, download: text, out: text },
  });
  if (values.owner === undefined) {
    throw new Failure(
      "--owner is missing",
      "give the owner of the repository on GitHub, such as $GITHUB_REPOSITORY_OWNER",
    );
  }
  if ((values.bundles === undefined) !== (values.download === undefined)) {
    throw new Failure("--bundles and --download belong together", "give both, or none");
  }
  const { $schema, title, description, packages, ...rest } = JSON.parse(
    readFileSync(join(root, "server.json"), "utf8"),
  );
  const server = {
    $schema,
    name: registryName(values.owner),
    title,
    description,
    ...rest,
    ...(values.repository === undefined ? {} : { repository: { url: values.repository, source: "github" } }),
    packages: [...packages, ...bundles(values, rest.version)],
  };
  const json = `${JSON.stringify(server, null, 2)}\n`;
  if (values.out === undefined) process.stdout.write(json);
  else writeFileSync(values.out, json);
});

/** The bundles of a folder, as packages. */
function bundles({ bundles: folder, download }, version) {
  if (folder === undefined) return [];
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".mcpb"))
    .sort();
  if (files.length === 0) throw new Failure(`there is no bundle in ${folder}`, "run `node scripts/mcpb.mjs` first");
  return files.map((file) => ({
    registryType: "mcpb",
    identifier: `${download.replace(/\/$/, "")}/${file}`,
    version,
    fileSha256: createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex"),
    transport: { type: "stdio" },
  }));
}
