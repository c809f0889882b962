// Addresses that the server may listen at.

/** The name or address in a Host header, without the port. IPv6 addresses have brackets. */
export function hostName(host: string | undefined): string | undefined {
  // A URL would accept more than a Host header may hold, such as a path or a user.
  if (host === undefined || !/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host)) return undefined;
  return host.replace(/:\d+$/, "").toLowerCase();
}

/** Whether only programs of this machine reach an address. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(\.\d{1,3}){3}$/.test(address);
}
