// The names of a tab's sessions: the engine's, and the browser's.

import type { Tab } from "./tabs.ts";

/** The CDP session of a tab's main frame. */
export const rootSession = (tab: Tab) => `tab-${tab.id}`;

/** What the browser calls one of a tab's sessions. */
export const debuggee = (tab: Tab, session: string): chrome.debugger.DebuggerSession =>
  session === rootSession(tab) ? { tabId: tab.id } : { tabId: tab.id, sessionId: session };
