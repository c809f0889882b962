// Navigations of a tab during an action.

/** Watches the main frame of a tab. `to` answers the last address it went to. */
export function watchNavigation(tabId: number): { to: () => string | undefined; end: () => void } {
  let to: string | undefined;
  const note = (details: { tabId: number; frameId: number; url: string }) => {
    if (details.tabId === tabId && details.frameId === 0) to = details.url;
  };
  const { onBeforeNavigate, onHistoryStateUpdated } = chrome.webNavigation;
  onBeforeNavigate.addListener(note);
  onHistoryStateUpdated.addListener(note);
  return {
    to: () => to,
    end: () => {
      onBeforeNavigate.removeListener(note);
      onHistoryStateUpdated.removeListener(note);
    },
  };
}
