// Ways to meet each error code for real: one server's calls that end with it.
import { createServer } from "node:http";
import { uidOf } from "./recorder.mjs";

const form = `<!doctype html><title>Errors</title>
<button id="gone" onclick="this.replaceWith(document.createElement('hr'))">Gone soon</button>
<button>Delete</button><button>Delete</button>
<button disabled>Send</button>
<div style="position: relative"><button>Below</button>
<div role="dialog" aria-label="Cookies" style="position: absolute; inset: -5px; background: #ddd">We use cookies</div></div>
<label>Number <input readonly value="17"></label>
<label>Size <select><option>Small<option>Large</select></label>
<button onclick="setTimeout(() => confirm('Sure?'))">Ask</button>
<details><summary>More</summary><button>Folded</button></details>`;

/** A page with something for each error. Returns its address and what ends it. */
export async function startErrors() {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(form));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close().closeAllConnections() };
}

/**
 * The groups of one server each: its arguments, and the errors that its calls meet, in order. `dead` is a port at which
 * nothing listens.
 */
export const groups = [
  {
    args: ["--action-timeout", "1500", "--tools", "web,more,sessions,state", "--max-sessions", "1"],
    async play({ call, look, meet, url, dead }) {
      await call("navigate_page", { url });
      const page = await look();
      const button = (name) => uidOf(page, "button", name);
      await meet("UNKNOWN_UID", "click_by_uid", { uid: "9_99" });
      await meet("ELEMENT_NOT_FOUND", "interactWithPage", {
        action: "click",
        target: { by: "role", value: "button", name: "Sent" },
      });
      await meet("AMBIGUOUS", "interactWithPage", {
        action: "click",
        target: { by: "role", value: "button", name: "Delete" },
      });
      await meet("NOT_ENABLED", "click_by_uid", { uid: button("Send") });
      await meet("COVERED", "click_by_uid", { uid: button("Below") });
      await meet("NOT_EDITABLE", "fill_by_uid", { uid: uidOf(page, "textbox", "Number"), value: "18" });
      await meet("WRONG_ELEMENT", "fill_by_uid", { uid: button("Send"), value: "text" });
      await meet("OPTION_NOT_FOUND", "fill_by_uid", { uid: uidOf(page, "combobox", "Size"), value: "Medium" });
      await meet("NOT_VISIBLE", "interactWithPage", {
        action: "click",
        target: { by: "css", value: "details button", visible: false },
      });
      await meet("TIMEOUT", "wait_for", { text: "Sent", timeoutMs: 300 });
      await meet("NO_DIALOG", "accept_dialog");
      await meet("PAGE_NOT_FOUND", "select_page", { page: 7 });
      await meet("INVALID_INPUT", "click_by_uid", { uidd: "1_2" });
      await meet("URL_NOT_ALLOWED", "navigate_page", { url: "file:///etc/hostname" });
      await meet("PATH_NOT_ALLOWED", "save_page", { saveTo: "/etc/page.txt" });
      await meet("IO", "storage_state", { action: "load", file: "missing.json" });
      await call("click_by_uid", { uid: button("Gone soon") });
      await meet("STALE_UID", "click_by_uid", { uid: button("Gone soon") });
      await call("new_page", { url });
      await meet("UID_OF_OTHER_PAGE", "click_by_uid", { uid: button("Send") });
      await meet("NAVIGATION_FAILED", "navigate_page", { url: `http://127.0.0.1:${dead}/` });
      await call("navigate_page", { url });
      await call("click_by_uid", { uid: uidOf(await look(), "button", "Ask") });
      await meet("DIALOG_OPEN", "take_snapshot");
      await call("accept_dialog");
      await call("open_session");
      await meet("TOO_MANY_SESSIONS", "open_session");
      await meet("SESSION_ENDED", "take_snapshot", { session: "pR2m0Xc6b1kQy8sWq9Zt5w" });
    },
  },
  {
    args: ["--tools", "web,state"],
    env: { UIPILOT_STATE_KEY: "a key that the next server lacks" },
    async play({ call, url }) {
      await call("navigate_page", { url });
      await call("storage_state", { action: "save", file: "encrypted.json" });
    },
  },
  {
    args: ["--tools", "web,state", "--allow-browser-pages"],
    async play({ call, meet, url }) {
      await call("navigate_page", { url });
      await meet("DECRYPTION_FAILED", "storage_state", { action: "load", file: "encrypted.json" });
      await meet("PAGE_CRASHED", "navigate_page", { url: "chrome://crash" });
    },
  },
  {
    args: ["--executable", "/opt/no-such-browser"],
    play: ({ meet, url }) => meet("BROWSER_NOT_FOUND", "navigate_page", { url }),
  },
  {
    args: ["--executable", "/bin/false"],
    play: ({ meet, url }) => meet("LAUNCH_FAILED", "navigate_page", { url }),
  },
  {
    args: (dead) => ["--cdp-endpoint", String(dead)],
    play: ({ meet, url }) => meet("CONNECT_FAILED", "navigate_page", { url }),
  },
];
