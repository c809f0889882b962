// What to ask a WebDriver server for, from the same flags that start a browser of our own.

/** The browser that is wanted. */
export interface BrowserWish {
  browser: string | undefined;
  executable: string | undefined;
  profile: string | undefined;
  arguments: string[];
  headless: boolean;
}

/** Names that WebDriver servers know browsers by, and where their options go. */
const VENDORS: Record<string, { browserName: string; options: string; headless: string }> = {
  firefox: { browserName: "firefox", options: "moz:firefoxOptions", headless: "-headless" },
  msedge: { browserName: "MicrosoftEdge", options: "ms:edgeOptions", headless: "--headless" },
};
const CHROMIUM = { browserName: "chrome", options: "goog:chromeOptions", headless: "--headless" };

/** Capabilities of a new session. Without a browser's name the server decides which one it gives. */
export function capabilities(wish: BrowserWish): Record<string, unknown> {
  if (wish.browser === "safari") return { browserName: "safari" };
  if (wish.browser === undefined) return {};
  // The channel is the server's to choose: it comes with an executable.
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
