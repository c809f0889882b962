// Serves the demo's page on this machine.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

/** Starts a server for the shop. Returns its address and a function that ends it. */
export async function startShop() {
  const page = await readFile(new URL("shop.html", import.meta.url));
  const server = createServer((request, response) => {
    const found = request.url === "/";
    response.writeHead(found ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(found ? page : "");
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
