// How the program says that it cannot start as it was asked to.

export function refuse(message: string): never {
  process.stderr.write(`uipilot-mcp: ${message}\nSee uipilot-mcp --help.\n`);
  process.exit(2);
}
