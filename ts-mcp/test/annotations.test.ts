/** What clients are told about each tool, from which they decide whether to ask the user. */

import { expect, it } from "vitest";
import { extensionTools, toolSets, toolsFor } from "../src/tools/index.ts";

const READ = "reads";
const CHANGE = "changes";
const DESTROY = "may destroy";

/** A tool that writes files, runs programs or scripts, sends data, or loses it, may destroy. */
const expected: Record<string, string> = {
  list_pages: READ,
  new_page: CHANGE,
  navigate_page: `${CHANGE}, idempotent`,
  // Sends a form again.
  navigate_history: DESTROY,
  select_page: `${CHANGE}, idempotent, closed world`,
  close_page: DESTROY,
  take_snapshot: READ,
  find_in_page: READ,
  clear_snapshot: `${CHANGE}, idempotent, closed world`,
  resolve_uid_to_selector: READ,
  interactWithPage: DESTROY,
  click_by_uid: DESTROY,
  hover_by_uid: `${CHANGE}, idempotent`,
  fill_by_uid: `${DESTROY}, idempotent`,
  fill_form_by_uid: `${DESTROY}, idempotent`,
  drag_by_uid_to_uid: DESTROY,
  drag_by_uid: DESTROY,
  paste_by_uid: DESTROY,
  drop_by_uid: DESTROY,
  read_clipboard: READ,
  touch_by_uid: DESTROY,
  upload_file_by_uid: DESTROY,
  press_key: DESTROY,
  screenshot_page: READ,
  screenshot_by_uid: READ,
  save_page: DESTROY,
  accept_dialog: DESTROY,
  dismiss_dialog: DESTROY,
  wait_for: READ,
  recent_actions: `${READ}, closed world`,
  read_page: READ,
  type_text: DESTROY,
  select_option: `${DESTROY}, idempotent`,
  set_checked: `${DESTROY}, idempotent`,
  select_text: `${CHANGE}, idempotent`,
  key_down: DESTROY,
  key_up: DESTROY,
  scroll: CHANGE,
  list_downloads: READ,
  resize_page: `${CHANGE}, idempotent`,
  list_console_messages: READ,
  list_network_requests: READ,
  get_network_request: CHANGE,
  export_har: DESTROY,
  route: CHANGE,
  set_network: `${CHANGE}, idempotent`,
  emulate: `${CHANGE}, idempotent`,
  click_at: DESTROY,
  hover_at: `${CHANGE}, idempotent`,
  drag_at: DESTROY,
  wheel_at: CHANGE,
  type_at: DESTROY,
  storage_state: DESTROY,
  cookies: DESTROY,
  ask_user: CHANGE,
  save_pdf: DESTROY,
  compare_screenshots: DESTROY,
  start_recording: DESTROY,
  stop_recording: CHANGE,
  generate_locator: READ,
  audit_accessibility: DESTROY,
  measure_page: READ,
  start_trace: CHANGE,
  stop_trace: DESTROY,
  start_coverage: CHANGE,
  stop_coverage: DESTROY,
  list_page_tools: READ,
  call_page_tool: DESTROY,
  open_session: CHANGE,
  list_sessions: `${READ}, closed world`,
  close_session: DESTROY,
  launchBrowser: CHANGE,
  clickElement: DESTROY,
  typeText: DESTROY,
  scrollPage: CHANGE,
  captureScreenshot: READ,
  getElementText: READ,
  checkElementExists: READ,
  closeBrowser: DESTROY,
  debug_launch: DESTROY,
  debug_attach: CHANGE,
  debug_ui: READ,
  debug_ui_action: DESTROY,
  debug_stop: DESTROY,
  list_applications: READ,
  list_windows: READ,
  window_action: DESTROY,
  menu_action: DESTROY,
  extension_status: `${READ}, closed world`,
};

type Tool = ReturnType<typeof toolsFor>[number];

function words({ annotations }: Tool): string {
  const { readOnlyHint = false, destructiveHint = true, idempotentHint = false, openWorldHint = true } = annotations;
  return [
    readOnlyHint ? READ : destructiveHint ? DESTROY : CHANGE,
    ...(idempotentHint ? ["idempotent"] : []),
    ...(openWorldHint ? [] : ["closed world"]),
  ].join(", ");
}

it("says of every tool what it may do", () => {
  const all = [...Object.values(toolSets).flat(), ...extensionTools];
  expect(Object.fromEntries(all.map((tool) => [tool.name, words(tool)]))).toEqual(expected);
});

it("calls no tool a read that runs the caller's script", () => {
  const offered = toolsFor({ sets: ["web"], script: true, extension: false });
  const scripts = offered.filter(({ schema }) => "function" in schema.shape);
  expect(Object.fromEntries(scripts.map((tool) => [tool.name, words(tool)]))).toEqual({
    wait_for: DESTROY,
    evaluate_script: DESTROY,
  });
});

it("calls no tool a read that writes a file or takes one", () => {
  const all = [...Object.values(toolSets).flat(), ...extensionTools];
  const files = all.filter(({ schema }) => ["saveTo", "filePath", "command"].some((name) => name in schema.shape));
  expect(files.map(({ name }) => name)).toEqual([
    "upload_file_by_uid",
    "save_page",
    "paste_by_uid",
    "drop_by_uid",
    "debug_launch",
  ]);
  for (const tool of files) expect(words(tool), tool.name).toBe(DESTROY);
});
