/** What the workspace tools ask in their specs: documents, a search service and the service behind Context7, on loopback. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pdf } from "../pdf.ts";

/** A running server. */
export interface WorkspaceSite {
  readonly url: string;
  close(): Promise<void>;
}

/** How many bytes of text the long document has: more than a call takes unless it says so. */
export const LONG_DOCUMENT = 1_500_000;
/** How many bytes the long library documentation has: more than the tokens that a call takes unless it says so. */
export const LONG_DOCS = 120_000;
/** How many results the search service has for every query. */
export const RESULTS = 12;

const ARTICLE = `<!doctype html><html lang="en"><head><title>Guide</title></head><body><article><h1>Guide</h1>${"<p>All about zebras, which live in herds and sleep standing up.</p>".repeat(12)}</article></body></html>`;
/** A page that has its words only after its script has run. */
const APP = `<!doctype html><html lang="en"><head><title>App</title></head><body><div id="root"></div><script>
document.getElementById("root").innerHTML = "<article><h1>App</h1>" + "<p>Written by a script, word after word after word.</p>".repeat(12) + "</article>";
</script></body></html>`;
const PICTURE = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

const DOCUMENTS: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  "/guide": ["text/html", ARTICLE],
  "/app": ["text/html", APP],
  "/mistyped": ["application/octet-stream", ARTICLE],
  "/manual.pdf": ["application/pdf", pdf("Zebras in print")],
  "/damaged.pdf": ["application/pdf", "%PDF-1.7\nnothing that a reader could use"],
  "/notes.txt": ["text/plain; charset=utf-8", "Zebras, in <b>plain</b> words.\n"],
  "/long.txt": ["text/plain; charset=utf-8", "Zebra after zebra.\n".repeat(LONG_DOCUMENT).slice(0, LONG_DOCUMENT)],
  "/picture": ["image/png", PICTURE],
  "/empty": ["text/plain", ""],
};

/** Starts the server. What is missing is a 404. */
export async function startWorkspaceSite(): Promise<WorkspaceSite> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const document = DOCUMENTS[url.pathname];
    if (document !== undefined) send(response, ...document);
    else if (url.pathname === "/search") search(response, url);
    else if (url.pathname === "/v2/libs/search") libraries(response, url.searchParams.get("libraryName") ?? "");
    else if (url.pathname === "/v2/context") docs(response, url.searchParams.get("libraryId") ?? "");
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Answers as a SearXNG server does. */
function search(response: ServerResponse, url: URL): void {
  const query = url.searchParams.get("q");
  if (query === "refused") {
    response.writeHead(403).end();
    return;
  }
  const found = query === "nothing" ? [] : Array.from({ length: RESULTS }, (_, index) => index + 1);
  const results = found.map((number) => ({
    title: `Result ${number}`,
    url: `http://zebras.example/${number}`,
    content: `All about zebra ${number}`,
  }));
  send(response, "application/json", JSON.stringify({ query, results }));
}

/** Answers as the service of Context7 does, when a library is looked for. */
function libraries(response: ServerResponse, name: string): void {
  if (name === "Broken") {
    response.writeHead(500).end();
    return;
  }
  const known = { id: "/vercel/next.js", title: "Next.js", description: "A framework" };
  send(response, "application/json", JSON.stringify({ results: name === "Unheard" ? [] : [known] }));
}

/** Answers as the service of Context7 does, when documentation is asked for. */
function docs(response: ServerResponse, id: string): void {
  if (id === "/vercel/next.js") {
    const text = `### Routing\n\n${"Pages are files, and folders are paths.\n\n".repeat(LONG_DOCS)}`;
    send(response, "text/plain", text.slice(0, LONG_DOCS));
  } else if (id === "/vercel/unwritten") send(response, "text/plain", "");
  else response.writeHead(404, { "content-type": "application/json" }).end("{}");
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { "content-type": type }).end(body);
}
