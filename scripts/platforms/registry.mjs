// A registry on this machine that offers the packed packages, so that npm chooses among them as it does when they are
// published: by `os`, `cpu` and `libc`.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename } from "node:path";

/**
 * @param {string[]} tarballs
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveRegistry(tarballs) {
  const packages = new Map(tarballs.map((file) => [manifest(file).name, { file, manifest: manifest(file) }]));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url);
    const tarball = tarballs.find((file) => path === `/-/${basename(file)}`);
    const found = packages.get(path.slice(1));
    if (tarball) {
      createReadStream(tarball).pipe(response);
    } else if (found) {
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(document(found, `http://${request.headers.host}/-/${basename(found.file)}`)));
    } else {
      response.writeHead(404).end("{}");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function manifest(file) {
  return JSON.parse(execFileSync("tar", ["-xzOf", file, "package/package.json"], { encoding: "utf8" }));
}

/** What a registry says of a package with one version. */
function document({ file, manifest }, tarball) {
  const integrity = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
  return {
    name: manifest.name,
    "dist-tags": { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist: { tarball, integrity } } },
  };
}
