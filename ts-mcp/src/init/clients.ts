// The MCP clients that `init` knows: where each keeps the servers of a user, and in which shape.

import { existsSync } from "node:fs";
import path from "node:path";
import type { Here } from "../places.ts";

/** How to start the server. */
export interface Start {
  command: string;
  args: readonly string[];
}

/** A client. */
export interface Client {
  /** As `--client` takes it. */
  id: string;
  title: string;
  format: "json" | "toml";
  /** Its file; the first that exists counts, else the first. */
  files(place: Here): string[];
  /** The keys under which its servers are, in a file with this content. */
  section(content: unknown): readonly string[];
  /** A server, as the client writes it. */
  entry(start: Start): unknown;
}

/** The folder of an application's settings. */
function settings({ platform, home, env }: Here): string {
  if (platform === "win32") return env["APPDATA"] || path.join(home, "AppData", "Roaming");
  if (platform === "darwin") return path.join(home, "Library", "Application Support");
  return env["XDG_CONFIG_HOME"] || path.join(home, ".config");
}

/** The folder of programs that keep to the rules of Linux, also on a Mac. */
export const dotConfig = ({ home, env }: Here): string => env["XDG_CONFIG_HOME"] || path.join(home, ".config");

/** The folder of Zed's settings. */
export function zedSettings(place: Here): string {
  if (place.platform === "win32") return path.join(settings(place), "Zed");
  if (place.platform === "darwin") return path.join(place.home, ".config", "zed");
  return path.join(dotConfig(place), "zed");
}

const plain = ({ command, args }: Start): unknown => ({ command, args: [...args] });
const stdio = (start: Start): unknown => ({ type: "stdio", ...(plain(start) as object) });
const under = (key: string) => () => [key];

export const clients: readonly Client[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    format: "json",
    files: ({ home, env }) => [path.join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json")],
    section: under("mcpServers"),
    entry: stdio,
  },
  {
    id: "claude-desktop",
    title: "Claude Desktop",
    format: "json",
    files: (place) => [path.join(settings(place), "Claude", "claude_desktop_config.json")],
    section: under("mcpServers"),
    entry: plain,
  },
  {
    id: "cursor",
    title: "Cursor",
    format: "json",
    files: ({ home }) => [path.join(home, ".cursor", "mcp.json")],
    section: under("mcpServers"),
    entry: plain,
  },
  {
    id: "vscode",
    title: "VS Code",
    format: "json",
    files: (place) => [path.join(settings(place), "Code", "User", "mcp.json")],
    section: under("servers"),
    entry: stdio,
  },
  {
    id: "vscode-insiders",
    title: "VS Code Insiders",
    format: "json",
    files: (place) => [path.join(settings(place), "Code - Insiders", "User", "mcp.json")],
    section: under("servers"),
    entry: stdio,
  },
  {
    id: "kiro",
    title: "Kiro",
    format: "json",
    files: ({ home }) => [path.join(home, ".kiro", "settings", "mcp.json")],
    section: under("mcpServers"),
    entry: plain,
  },
  {
    id: "lm-studio",
    title: "LM Studio",
    format: "json",
    files: ({ home }) => [path.join(home, ".lmstudio", "mcp.json")],
    section: under("mcpServers"),
    entry: plain,
  },
  {
    id: "windsurf",
    title: "Windsurf",
    format: "json",
    files: ({ home }) => [path.join(home, ".codeium", "windsurf", "mcp_config.json")],
    section: under("mcpServers"),
    entry: plain,
  },
  {
    id: "codex",
    title: "Codex",
    format: "toml",
    files: ({ home, env }) => [path.join(env["CODEX_HOME"] || path.join(home, ".codex"), "config.toml")],
    section: under("mcp_servers"),
    entry: plain,
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    format: "json",
    files: ({ home }) => [path.join(home, ".gemini", "settings.json")],
    section: under("mcpServers"),
    entry: plain,
  },
  {
    id: "zed",
    title: "Zed",
    format: "json",
    files: (place) => [path.join(zedSettings(place), "settings.json")],
    section: under("context_servers"),
    entry: (start) => ({ source: "custom", ...(plain(start) as object), env: {} }),
  },
  {
    id: "opencode",
    title: "opencode",
    format: "json",
    files: (place) => ["opencode.json", "opencode.jsonc"].map((name) => path.join(dotConfig(place), "opencode", name)),
    // Its second version keeps the servers one level deeper.
    section: (content) => (hasServers(content) ? ["mcp", "servers"] : ["mcp"]),
    entry: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
  },
];

function hasServers(content: unknown): boolean {
  const mcp = (content as { mcp?: { servers?: unknown } } | undefined)?.mcp;
  return typeof mcp?.servers === "object" && mcp.servers !== null && !("type" in mcp.servers);
}

/** The client's file, and whether the client is there: its file is, or the folder for it. */
export function locate(client: Client, place: Here): { file: string; isThere: boolean } {
  const files = client.files(place);
  const file = files.find((candidate) => existsSync(candidate)) ?? (files[0] as string);
  const folder = path.dirname(file);
  // The home folder says nothing about a client.
  return { file, isThere: existsSync(file) || (folder !== place.home && existsSync(folder)) };
}
