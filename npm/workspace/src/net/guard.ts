// Keeps requests away from private networks. It decides about addresses when a connection is made, so that neither a redirect
// nor a name that resolves differently the next time leads anywhere else.

import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import type { AddressPolicy } from "./addresses.js";
import { isAddress, plainName } from "./addresses.js";
import { quoted } from "./words.js";

/** A request that the guard does not let through. The message is one clause without a final stop. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** Resolves a name to all its addresses. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** The resolver of the operating system. */
export const systemResolver: Resolver = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, found) => {
      if (error === null) resolve(found.map(({ address }) => address));
      else reject(error);
    });
  });

/** Ports of other protocols, to which no browser sends HTTP either (Fetch standard, "bad port"). */
const OTHER_PROTOCOLS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Decides which requests may be sent. */
export class Guard {
  readonly #policy: AddressPolicy;
  readonly #resolve: Resolver;

  constructor(policy: AddressPolicy, resolve: Resolver = systemResolver) {
    this.#policy = policy;
    this.#resolve = resolve;
  }

  /**
   * Checks what can be seen of an address without resolving it.
   *
   * @throws `Refused`
   */
  checkUrl(url: URL): void {
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new Refused(`addresses of the kind ${quoted(url.protocol, 40)} are not fetched, only http: and https:`);
    }
    if (url.username !== "" || url.password !== "") {
      throw new Refused("addresses with a login in them are not fetched");
    }
    this.checkEndpoint(url.hostname, Number(url.port || (url.protocol === "https:" ? 443 : 80)));
  }

  /**
   * Checks a host and a port. A host that is a name is checked again when it is resolved.
   *
   * @throws `Refused`
   */
  checkEndpoint(host: string, port: number): void {
    if (OTHER_PROTOCOLS.has(port)) throw new Refused(`port ${port} belongs to another protocol than HTTP`);
    if (isAddress(host) && !this.#policy.permits(plainName(host))) throw notPublic(host);
  }

  /**
   * The addresses of a host to which a connection may be made; at least one.
   *
   * @throws `Refused` if it has others only; the resolver's error
   */
  async addresses(host: string): Promise<string[]> {
    const name = plainName(host);
    const found = isIP(name) === 0 ? await this.#resolve(name) : [name];
    const permitted = this.#policy.permitsName(name)
      ? found.filter((address) => isIP(address) !== 0)
      : found.filter((address) => this.#policy.permits(address));
    if (permitted.length === 0) throw notPublic(host);
    return permitted;
  }

  /** Resolves names for `net.connect`, which connects to nothing else. It is not asked about a host that is an address. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.addresses(hostname).then(
      (addresses) => {
        const wanted =
          options.family === 4 || options.family === "IPv4"
            ? 4
            : options.family === 6 || options.family === "IPv6"
              ? 6
              : 0;
        const all = addresses
          .map((address) => ({ address, family: isIP(address) }))
          .filter(({ family }) => wanted === 0 || family === wanted);
        const [first] = all;
        if (first === undefined) callback(notPublic(hostname), "", 0);
        else if (options.all === true) callback(null, all);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 0),
    );
  };
}

function notPublic(host: string): Refused {
  return new Refused(
    `${quoted(host, 100)} is not in the public internet; the operator can permit it with fetch.allowPrivate in the configuration`,
  );
}
