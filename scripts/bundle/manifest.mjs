// The manifest of a bundle (https://github.com/modelcontextprotocol/mcpb, manifest version 0.3).

/** Settings that hosts ask the user for, by their names in the arguments. */
const SETTINGS = {
  browser: {
    type: "string",
    title: "Browser",
    description: "chromium (any of its family), chrome, msedge, brave or firefox. It has to be installed.",
    default: "chromium",
  },
  headed: {
    type: "boolean",
    title: "Show the browser",
    description: "Open the browser with a window.",
    default: false,
  },
  tools: {
    type: "string",
    title: "Sets of tools",
    description:
      "web, more, vision, state, sessions, suite, desktop, workspace; several with commas. Each costs tokens.",
    default: "web",
  },
  profile: {
    type: "directory",
    title: "Profile",
    description: "Keep log-ins and other data of the browser in this folder. Without one, nothing is kept.",
    required: false,
  },
  folders: {
    type: "directory",
    title: "Folders for files",
    description: "Uploads may come from these folders, and downloads and pictures be saved there.",
    multiple: true,
    required: false,
  },
  allow_script: {
    type: "boolean",
    title: "Allow scripts",
    description: "Let the model run JavaScript in pages, with everything that you are logged in to there.",
    default: false,
  },
};

/** @param {{ version: string, description: string, license: string, engines: { node: string } }} server its package.json */
export function bundleManifest(server, platform, tools) {
  const { version, description, license, engines } = server;
  const setting = (name) => `\${user_config.${name}}`;
  return {
    manifest_version: "0.3",
    name: "uipilot",
    display_name: "uipilot",
    version,
    description,
    long_description:
      "Reads a page as a short text tree, and clicks, types, drags and uploads by id in the Chromium, Chrome, Edge, Brave or Firefox that is installed. Nothing is sent to anyone: no telemetry, no downloads.",
    author: { name: "The uipilot authors" },
    license,
    icon: "icon.png",
    keywords: ["browser", "automation", "web", "testing", "firefox", "chromium"],
    server: {
      type: "node",
      entry_point: "server/start.mjs",
      mcp_config: {
        command: "node",
        args: [
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the host replaces it
          "${__dirname}/server/start.mjs",
          `--browser=${setting("browser")}`,
          `--headed=${setting("headed")}`,
          `--tools=${setting("tools")}`,
          `--profile=${setting("profile")}`,
          `--allow-script=${setting("allow_script")}`,
          "--",
          // The only form in which a host puts several values.
          setting("folders"),
        ],
      },
    },
    user_config: SETTINGS,
    tools: tools.map(({ name, title }) => ({ name, description: title })),
    // The other sets.
    tools_generated: true,
    compatibility: { platforms: [platform.split("-")[0]], runtimes: { node: engines.node } },
  };
}
