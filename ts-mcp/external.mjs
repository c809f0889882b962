/**
 * What is not in the bundle: the packages that npm installs beside it, and what install-browser has no need of in its library, which is a
 * command line, and proxies that are found by a script or by SOCKS.
 */
export const external = ["@uipilot/core", "@uipilot/workspace", "yargs", "pac-proxy-agent", "socks-proxy-agent"];

/** What is beside the bundle as it is: axe-core, which runs in pages. */
export const copied = ["axe-core"];
