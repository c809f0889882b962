// The names of all tools by set, and which of them a server offers. A start needs to know no more of them: the tools themselves are loaded when
// one is called. A tool that is not in this table does not exist.

/** The sets of tools by their names on the command line, with their tools in the order in which they are listed. */
export const toolNames = {
  web: [
    "list_pages",
    "new_page",
    "navigate_page",
    "navigate_history",
    "select_page",
    "close_page",
    "take_snapshot",
    "find_in_page",
    "clear_snapshot",
    "resolve_uid_to_selector",
    "interactWithPage",
    "click_by_uid",
    "hover_by_uid",
    "fill_by_uid",
    "fill_form_by_uid",
    "drag_by_uid_to_uid",
    "upload_file_by_uid",
    "press_key",
    "screenshot_page",
    "screenshot_by_uid",
    "save_page",
    "accept_dialog",
    "dismiss_dialog",
    "wait_for",
    "recent_actions",
  ],
  more: [
    "read_page",
    "type_text",
    "select_option",
    "set_checked",
    "select_text",
    "drag_by_uid",
    "paste_by_uid",
    "drop_by_uid",
    "read_clipboard",
    "touch_by_uid",
    "key_down",
    "key_up",
    "scroll",
    "list_downloads",
    "resize_page",
  ],
  vision: ["click_at", "hover_at", "drag_at", "wheel_at", "type_at"],
  state: ["storage_state", "cookies", "ask_user"],
  devtools: [
    "list_console_messages",
    "list_network_requests",
    "get_network_request",
    "export_har",
    "route",
    "set_network",
    "emulate",
  ],
  record: ["save_pdf", "compare_screenshots", "start_recording", "stop_recording", "generate_locator"],
  audits: ["audit_accessibility", "measure_page", "start_trace", "stop_trace", "start_coverage", "stop_coverage"],
  webmcp: ["list_page_tools", "call_page_tool"],
  sessions: ["open_session", "list_sessions", "close_session"],
  suite: [
    "launchBrowser",
    "clickElement",
    "typeText",
    "scrollPage",
    "captureScreenshot",
    "getElementText",
    "checkElementExists",
    "closeBrowser",
  ],
  desktop: [
    "debug_launch",
    "debug_attach",
    "debug_ui",
    "debug_ui_action",
    "debug_stop",
    "list_applications",
    "list_windows",
    "window_action",
    "menu_action",
  ],
  workspace: [
    "fileSystemAccessTool",
    "documentFetchingParsingTool",
    "webSearchTool",
    "context7DocumentationTool",
    "udmQueryTool",
    "markdownParserEditorTool",
    "yamlJsonParserEditorTool",
  ],
} as const satisfies Record<string, readonly string[]>;

/** The name of a set. */
export type ToolSet = keyof typeof toolNames;

/** The names of all sets, in the order in which their tools are listed. */
export const setNames = Object.keys(toolNames) as readonly ToolSet[];

/** The default sets. */
export const defaultSets: readonly ToolSet[] = ["web"];

/** The tools that run the caller's scripts. */
export const scriptNames: readonly string[] = ["evaluate_script"];

/** The tools that are offered only if the server works in the user's own browser. */
export const extensionNames: readonly string[] = ["extension_status"];

/** Whether a set has a tool of this name. */
export const isIn = (set: ToolSet, name: string): boolean => (toolNames[set] as readonly string[]).includes(name);

/** Which tools are chosen. */
export interface Choice {
  /** These sets. */
  sets: readonly ToolSet[];
  /** Whether to add the tools that run the caller's scripts to those for web pages. */
  script: boolean;
  /** Whether to add the tools for the user's own browser. */
  extension: boolean;
  /** Tools that are offered beside those of the sets, by name. */
  allow?: readonly string[] | undefined;
  /** Tools that are not offered in any case, by name. */
  deny?: readonly string[] | undefined;
}

/** The names of the chosen tools, in the order in which they are listed. */
export function namesFor({ sets, script, extension, allow = [], deny = [] }: Choice): string[] {
  const chosen = (names: readonly string[], of: boolean): string[] =>
    names.filter((name) => (of || allow.includes(name)) && !deny.includes(name));
  return [
    ...setNames.flatMap((set) => chosen(toolNames[set], sets.includes(set))),
    ...(script ? chosen(scriptNames, sets.includes("web")) : []),
    ...(extension ? chosen(extensionNames, sets.length > 0) : []),
  ];
}

/** Whether the tools for web pages take `session`: some of the chosen tools open sessions. */
export const hasSessions = ({ sets, allow = [] }: Choice): boolean =>
  sets.includes("sessions") || toolNames.sessions.some((name) => allow.includes(name));

/** The name, among the lists of tools that the build writes down, of a tool that is another one where scripts are allowed. */
export const withScript = (name: string): string => `${name} with a script`;
