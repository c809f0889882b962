// Presents client certificates to servers on behalf of a browser, which cannot be given any.
//
// For each origin, this process listens at a port of 127.0.0.1. The browser that it starts is told to connect there instead
// (`--host-resolver-rules`), and to trust the key of this process and no other (`--ignore-certificate-errors-spki-list`). What
// comes is passed on over a second TLS connection, in which the server is checked and gets the certificate.

import { type AddressInfo, isIP } from "node:net";
import path from "node:path";
import * as tls from "node:tls";
import { type ClientCertificate, PASSPHRASE } from "../cli/certificates.ts";
import { isSystemError } from "../error.ts";
import type { Log } from "../log.ts";
import { quote } from "../quote.ts";
import { readRegularSync } from "../regular-file.ts";
import { UsageError } from "../usage-error.ts";
import { isOwnNeighbour } from "./neighbour.ts";
import { ownCertificate } from "./own-certificate.ts";
import { refusals } from "./refusals.ts";

/** A file with certificate and key is smaller. */
const MOST_BYTES = 1 << 20;
/** HTTP/2 would have to be understood, and not only passed on: one connection of it can hold several origins. */
const PROTOCOLS = ["http/1.1"];

/** A server that closes a connection later than so many milliseconds after it began, and was asked nothing, does not refuse it. */
const AT_ONCE_MS = 2_000;

/** Certificates that are presented. */
export interface Presenting {
  /** Further arguments of the browser. */
  arguments: string[];
  /** Ends all connections. */
  close(): void;
}

/**
 * Begins to present certificates.
 *
 * @param ignoreErrors - whether servers need no certificate that can be trusted
 * @throws {@link UsageError} for a file that holds no certificate with its key
 */
export async function present(
  wanted: readonly ClientCertificate[],
  ignoreErrors: boolean,
  environment: NodeJS.ProcessEnv,
  log: Log,
): Promise<Presenting> {
  const identities = wanted.map(({ file }) => identity(file, environment[PASSPHRASE]));
  const { key, cert, fingerprint } = await ownCertificate();
  const servers: tls.Server[] = [];
  const sockets = new Set<tls.TLSSocket>();
  const rules: string[] = [];
  for (const [index, target] of wanted.entries()) {
    const server = tls.createServer({ key, cert, ALPNProtocols: PROTOCOLS }, (near) => {
      if (!isOwnNeighbour(near.remotePort ?? 0, near.localPort ?? 0)) {
        log.write("warn", "certificates", `a program of another user asked for the certificate of ${target.origin}`);
        near.destroy();
        return;
      }
      const far = passOn(near, target, identities[index] as tls.SecureContext, ignoreErrors, log);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
      }
    });
    // A browser opens connections in advance and drops them.
    server.on("tlsClientError", () => {});
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    server.unref();
    servers.push(server);
    const host = isIP(target.host) === 6 ? `[${target.host}]` : target.host;
    rules.push(`MAP ${host}:${target.port} 127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  return {
    arguments: [`--host-resolver-rules=${rules.join(",")}`, `--ignore-certificate-errors-spki-list=${fingerprint}`],
    close() {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Connects to the server, and passes on what comes from both ends. */
function passOn(
  near: tls.TLSSocket,
  { host, port, origin }: ClientCertificate,
  who: tls.SecureContext,
  ignoreErrors: boolean,
  log: Log,
): tls.TLSSocket {
  const far = tls.connect({
    secureContext: who,
    host,
    port,
    ALPNProtocols: PROTOCOLS,
    rejectUnauthorized: !ignoreErrors,
    ...(isIP(host) ? {} : { servername: host }),
  });
  let asked = false;
  let answered = false;
  let connectedAt = Number.POSITIVE_INFINITY;
  let why = "the server closed the connection without an answer";
  far.once("data", () => {
    answered = true;
  });
  far.once("secureConnect", () => {
    connectedAt = performance.now();
    near.once("data", () => {
      asked = true;
    });
    near.pipe(far);
    far.pipe(near, { end: false });
  });
  far.once("error", (error) => {
    why = isSystemError(error) ? error.code : error.message;
    log.write("warn", "certificates", `${origin}: ${why}`);
  });
  // A server refuses a certificate with its first answer, in TLS 1.3 after the connection has begun, and often by closing it.
  far.once("close", (failed) => {
    near.unpipe(far);
    const idled = !failed && performance.now() - connectedAt > AT_ONCE_MS;
    if (answered) near.end();
    else if (asked) refuse(near, origin, why);
    // The browser had connected in advance, and connects again when it needs to.
    else if (idled) near.end();
    // A browser that connected in advance would connect again. What it asks then is refused.
    else near.once("data", () => refuse(near, origin, why)).resume();
  });
  near.once("error", () => far.destroy());
  near.once("close", () => far.destroy());
  return far;
}

/** Closes the browser's connection without an answer, as one whose server cannot be reached, or does not take the certificate. */
function refuse(near: tls.TLSSocket, origin: string, why: string): void {
  refusals.note(origin, why);
  near.destroy();
}

/** The authorities that Node trusts, and those of the system, as a browser does. */
function trusted(): Pick<tls.SecureContextOptions, "ca"> {
  const { getCACertificates } = tls as { getCACertificates?: (of: string) => string[] };
  if (getCACertificates === undefined) return {};
  return { ca: [...getCACertificates("default"), ...getCACertificates("system")] };
}

/** What all connections with a certificate share. Files and authorities are read once. */
function identity(file: string, passphrase: string | undefined): tls.SecureContext {
  const tooLarge = (): UsageError => new UsageError(`--client-certificate: ${quote(file)} is too large`);
  let bytes: Buffer;
  try {
    ({ bytes } = readRegularSync(file, { most: MOST_BYTES, tooLarge }));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = isSystemError(error) ? error.code : error instanceof Error ? error.message : "unknown";
    throw new UsageError(`--client-certificate: ${quote(file)} cannot be read (${code})`);
  }
  const packed = /\.(?:pfx|p12)$/i.test(path.basename(file));
  try {
    return tls.createSecureContext({
      ...(packed ? { pfx: bytes } : { cert: bytes, key: bytes }),
      ...(passphrase === undefined ? {} : { passphrase }),
      ...trusted(),
    });
  } catch {
    throw new UsageError(
      `--client-certificate: ${quote(file)} holds no certificate with its key, or ${PASSPHRASE} is not its passphrase`,
    );
  }
}
