/** Client certificates: what servers get that ask for one. */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { adaPacked, people, selfSigned } from "../support/certificate.ts";
import { serverEntry } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { isBrowserMain, marked } from "../support/processes.ts";

/** A site that shows whose certificate it got. `strict`: it refuses clients without a certificate that it trusts. */
async function start(strict: boolean): Promise<{ server: Server; port: number }> {
  const who = (socket: TLSSocket): string => String(socket.getPeerCertificate()?.subject?.CN ?? "nobody");
  const server = createServer(
    { ...selfSigned, ca: selfSigned.cert, requestCert: true, rejectUnauthorized: strict },
    (request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<link rel=icon href="data:,"><h1>You are ${who(request.socket as TLSSocket)}</h1><p id=p></p><script>
        const socket = new WebSocket("wss://" + location.host);
        socket.onmessage = ({ data }) => { p.textContent = "The socket knows " + data; };
      </script>`);
    },
  );
  new WebSocketServer({ server }).on("connection", (socket, { socket: under }) => socket.send(who(under as TLSSocket)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

describe("client certificates", () => {
  let strict: Awaited<ReturnType<typeof start>>;
  let lenient: Awaited<ReturnType<typeof start>>;
  let pilot: Pilot | undefined;
  let folder = "";

  beforeAll(async () => {
    [strict, lenient] = [await start(true), await start(false)];
    folder = mkdtempSync(path.join(tmpdir(), "uipilot-certificates-"));
    for (const [name, pem] of Object.entries(people)) writeFileSync(path.join(folder, `${name}.pem`), pem);
    writeFileSync(path.join(folder, "ada.p12"), Buffer.from(adaPacked.base64, "base64"));
    writeFileSync(path.join(folder, "authority.pem"), selfSigned.cert);
  });
  afterEach(async () => {
    await pilot?.close();
    pilot = undefined;
  });
  afterAll(() => {
    for (const { server } of [strict, lenient]) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (name: string): string => path.join(folder, name);
  const show = async (from: string, args: string[] = [], env: Record<string, string> = {}): Promise<Pilot> => {
    pilot = await Pilot.start({ args: ["--client-certificate", from, ...args], env });
    return pilot;
  };
  const trusting = (): Record<string, string> => ({ NODE_EXTRA_CA_CERTS: at("authority.pem") });

  it("are shown to their origin, in sockets too, and to no other", async () => {
    const p = await show(
      `https://localhost:${strict.port}=${at("ada.pem")}`,
      // For the other origin, which the browser asks by itself.
      ["--ignore-https-errors"],
      trusting(),
    );
    await p.open(`https://localhost:${strict.port}/`);
    await p.ok("wait_for", { text: "The socket knows Ada" });
    expect(await p.ok("take_snapshot")).toContain('heading "You are Ada"');
    for (const other of [`https://127.0.0.1:${lenient.port}/`, `https://localhost:${lenient.port}/`]) {
      await p.open(other);
      expect(await p.ok("take_snapshot")).toContain('heading "You are nobody"');
    }
  });

  it("can be packed with a passphrase, and go to an address without a name", async () => {
    const p = await show(`https://127.0.0.1:${strict.port}=${at("ada.p12")}`, [], {
      ...trusting(),
      UIPILOT_CLIENT_CERTIFICATE_PASSPHRASE: adaPacked.passphrase,
    });
    await p.open(`https://127.0.0.1:${strict.port}/`);
    expect(await p.ok("take_snapshot")).toContain('heading "You are Ada"');
  });

  it("go to servers only that can be trusted, unless that is switched off", async () => {
    const from = `https://localhost:${strict.port}=${at("ada.pem")}`;
    const p = await show(from);
    const untrusted = await p.fails("NAVIGATION_FAILED", "navigate_page", { url: `https://localhost:${strict.port}/` });
    expect(untrusted).toMatch(/https:\/\/localhost:\d+ could not be loaded with its client certificate: .*self-signed/);
    expect(untrusted).toContain("NODE_EXTRA_CA_CERTS");
    await p.close();
    const lax = await show(from, ["--ignore-https-errors"]);
    await lax.open(`https://localhost:${strict.port}/`);
    expect(await lax.ok("take_snapshot")).toContain('heading "You are Ada"');
  });

  it("that a server refuses are told, and so is a server that is not there", async () => {
    const p = await show(`https://localhost:${strict.port}=${at("mallory.pem")}`, [], trusting());
    const url = `https://localhost:${strict.port}`;
    const refused = await p.fails("NAVIGATION_FAILED", "navigate_page", { url: `${url}/` });
    expect(refused).toContain("could not be loaded with its client certificate");
    expect(refused).toContain("--client-certificate");
    strict.server.closeAllConnections();
    await new Promise((resolve) => strict.server.close(resolve));
    const gone = await p.fails("NAVIGATION_FAILED", "navigate_page", { url: `${url}/again` });
    expect(gone).toContain("ECONNREFUSED");
    await new Promise<void>((resolve) => strict.server.listen(strict.port, "127.0.0.1", resolve));
  });

  // As root, another user can be had.
  it.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)("are not for other users", async () => {
    const p = await show(`https://localhost:${strict.port}=${at("ada.pem")}`, [], trusting());
    await p.open(`https://localhost:${strict.port}/`);
    const browser = marked(p.mark).find(isBrowserMain);
    const port = /MAP \S+ 127\.0\.0\.1:(\d+)/.exec(browser?.arguments.join(" ") ?? "")?.[1];
    expect(port).toBeDefined();
    const ask = `const s = require("node:tls").connect({ host: "127.0.0.1", port: ${port}, rejectUnauthorized: false, servername: "localhost" }, () =>
      s.write("GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n"));
      s.on("data", (d) => process.stdout.write(d)); s.on("error", (e) => console.log(e.code)); s.on("close", () => console.log("closed"));`;
    const run = async (options: { uid?: number }): Promise<string> => {
      const child = spawn(process.execPath, ["-e", ask], { ...options, stdio: ["ignore", "pipe", "ignore"] });
      let out = "";
      for await (const chunk of child.stdout) out += chunk;
      return out;
    };
    const other = await run({ uid: 65_534 });
    expect(other).toContain("closed");
    expect(other).not.toContain("Ada");
    expect(await run({})).toContain("You are Ada");
  });

  it("are checked before the server serves", () => {
    const run = (...args: string[]): string =>
      spawnSync(process.execPath, [serverEntry, ...args], { encoding: "utf8", input: "", timeout: 20_000 }).stderr;
    const origin = "https://localhost:1";
    expect(run("--client-certificate", `${origin}=${at("none.pem")}`)).toContain("cannot be read (ENOENT)");
    expect(run("--client-certificate", `${origin}=${at("authority.pem")}`)).toContain(
      "holds no certificate with its key",
    );
    expect(run("--client-certificate", `${origin}=${at("ada.p12")}`)).toContain("is not its passphrase");
  });
});
