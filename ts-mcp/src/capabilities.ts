// The capabilities to request from a WebDriver server, from the same flags that launch a browser.

/** The wanted browser. */
export interface BrowserWish {
  browser: string | undefined;
  executable: string | undefined;
  profile: string | undefined;
  arguments: string[];
  headless: boolean;
}

/** The browsers' names for WebDriver servers, and the names of their options. */
const VENDORS: Record<string, { browserName: string; options: string; headless: string }> = {
  firefox: { browserName: "firefox", options: "moz:firefoxOptions", headless: "-headless" },
  msedge: { browserName: "MicrosoftEdge", options: "ms:edgeOptions", headless: "--headless" },
};
const CHROMIUM = { browserName: "chrome", options: "goog:chromeOptions", headless: "--headless" };

/** Capabilities of a new session. Without a browser's name the server chooses one. */
export function capabilities(wish: BrowserWish): Record<string, unknown> {
  if (wish.browser === "safari") return { browserName: "safari" };
  if (wish.browser === undefined) return {};
  // The server chooses the channel, unless an executable is named.
  const vendor = VENDORS[wish.browser.replace(/-.*/, "")] ?? CHROMIUM;
  const profile = vendor.browserName === "firefox" ? ["-profile"] : [];
  const args = [
    ...(wish.headless ? [vendor.headless] : []),
    ...(wish.profile === undefined
      ? []
      : profile.length > 0
        ? [...profile, wish.profile]
        : [`--user-data-dir=${wish.profile}`]),
    ...wish.arguments,
  ];
  return {
    browserName: vendor.browserName,
    [vendor.options]: { args, ...(wish.executable === undefined ? {} : { binary: wish.executable }) },
  };
}
