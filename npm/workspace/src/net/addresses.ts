// Which addresses of the network requests may reach. The registries of IANA are those of `ipaddr.js`.

import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [ipaddr.IPv4, number] | [ipaddr.IPv6, number];

/** IPv6 addresses outside of this block are not routed in the public internet, whatever a registry calls them. */
const GLOBAL_IPV6: Range = ipaddr.IPv6.parseCIDR("2000::/3");

/** What the operator permits beside public addresses: everything, or these names, addresses and blocks. */
export type Permitted = true | readonly string[];

/** Why a text is no entry of a list of permitted hosts, or `undefined` if it is one. */
export function badEntry(entry: string): string | undefined {
  if (entry.includes("/")) return parseBlock(entry) === undefined ? "is no block such as 10.0.0.0/8" : undefined;
  if (parseAddress(entry) !== undefined) return undefined;
  return /^[\w-]+(\.[\w-]+)*\.?$/.test(entry) ? undefined : "is no host name, address or block";
}

/** Decides about names and addresses. */
export class AddressPolicy {
  readonly #everything: boolean;
  readonly #names = new Set<string>();
  readonly #blocks: Range[] = [];

  constructor(permitted: Permitted) {
    this.#everything = permitted === true;
    for (const entry of permitted === true ? [] : permitted) {
      const block = parseBlock(entry);
      if (block === undefined) this.#names.add(plainName(entry));
      else this.#blocks.push(block);
    }
  }

  /** Whether the operator permits this host by its name, whatever address it has. */
  permitsName(host: string): boolean {
    return this.#everything || this.#names.has(plainName(host));
  }

  /** Whether requests may reach this address. Text that is no address is not permitted. */
  permits(address: string): boolean {
    const parsed = parseAddress(address);
    if (parsed === undefined) return false;
    return this.#everything || isPublic(parsed) || this.#blocks.some((block) => isIn(parsed, block));
  }
}

/** Whether a host of a URL is an address rather than a name. Brackets of IPv6 are accepted. */
export function isAddress(host: string): boolean {
  return parseAddress(host) !== undefined;
}

/** A host of a URL without the brackets of IPv6 and without the dot of the root. */
export function plainName(host: string): string {
  return host
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || isIn(address, GLOBAL_IPV6);
}

function isIn(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base as never, bits);
}

function parseAddress(text: string): Address | undefined {
  const plain = text.replace(/^\[|\]$/g, "");
  // A zone such as `%eth0` names an interface of this machine.
  if (plain.includes("%")) return undefined;
  // Short forms such as `127.1` are addresses to URLs, which write them in full before they come here.
  if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return ipaddr.IPv4.parse(plain);
  return ipaddr.IPv6.isValid(plain) && plain.includes(":") ? ipaddr.IPv6.parse(plain) : undefined;
}

function parseBlock(text: string): Range | undefined {
  const address = parseAddress(text);
  if (address !== undefined) return [address, address.kind() === "ipv4" ? 32 : 128] as Range;
  try {
    return ipaddr.parseCIDR(text) as Range;
  } catch {
    return undefined;
  }
}
