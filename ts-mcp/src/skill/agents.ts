// The agents that read skills: folders with a SKILL.md. Where each looks for them is a fact of its own documentation.

import path from "node:path";
import { dotConfig, zedSettings } from "../init/clients.ts";
import type { Here } from "../places.ts";

/** An agent. */
export interface Agent {
  /** As `--client` takes it. */
  id: string;
  title: string;
  /** A folder that is there where the agent is. */
  home(place: Here): string;
  /** The folder with the skills of a user. */
  user(place: Here): string;
  /** The folder with the skills of a project, from the project's own. */
  project: string;
}

/** The folder that several agents share. */
const shared = ({ home }: Here): string => path.join(home, ".agents", "skills");

/** An agent that keeps the skills of a user in its own folder. */
function own(id: string, title: string, home: Agent["home"], project: string): Agent {
  return { id, title, home, user: (place) => path.join(home(place), "skills"), project };
}

const inHome =
  (...names: string[]) =>
  ({ home }: Here): string =>
    path.join(home, ...names);

export const agents: readonly Agent[] = [
  own(
    "claude-code",
    "Claude Code",
    ({ home, env }) => env["CLAUDE_CONFIG_DIR"] || path.join(home, ".claude"),
    ".claude/skills",
  ),
  {
    id: "codex",
    title: "Codex",
    home: ({ home, env }) => env["CODEX_HOME"] || path.join(home, ".codex"),
    user: shared,
    project: ".agents/skills",
  },
  own("copilot", "GitHub Copilot", inHome(".copilot"), ".github/skills"),
  own("cursor", "Cursor", inHome(".cursor"), ".cursor/skills"),
  own("gemini", "Gemini CLI", inHome(".gemini"), ".gemini/skills"),
  own("goose", "goose", (place) => path.join(dotConfig(place), "goose"), ".agents/skills"),
  own("kiro", "Kiro", inHome(".kiro"), ".kiro/skills"),
  own("opencode", "opencode", (place) => path.join(dotConfig(place), "opencode"), ".opencode/skills"),
  own("windsurf", "Windsurf", inHome(".codeium", "windsurf"), ".windsurf/skills"),
  { id: "zed", title: "Zed", home: zedSettings, user: shared, project: ".agents/skills" },
];
