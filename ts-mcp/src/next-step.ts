// Writes a next step of the engine with this server's tools and flags, for a model.

import type { LoadFailure, NextStep } from "@uipilot/core";
import { brief } from "./quote.ts";

/** Longest value in a list of values, in characters. */
const MAX_VALUE = 60;

/** The step as one clause without a final stop. A missing kind is a compile error. */
export function stepText(step: NextStep): string {
  switch (step.kind) {
    case "advice":
      return step.text;
    case "takeSnapshot":
      return `take a new snapshot (\`take_snapshot\`) and ${step.purpose}`;
    case "allowMoreTime":
      return `take a new snapshot (\`take_snapshot\`) and ${step.purpose}, or allow more time (timeoutMs, or --action-timeout of the server)`;
    case "takeScreenshot":
      return "take a new one with `screenshot_page` and give a point of that";
    case "useOneOf":
      return `use one of ${step.values.map((value) => brief(value, MAX_VALUE)).join(", ")}`;
    case "selectPage":
      return `select page ${step.page} with \`select_page\`, or use a UID of this page`;
    case "choosePage":
      return "choose a page with `list_pages` and `select_page`, or open one with `new_page`";
    case "answerDialog":
      return step.otherPage
        ? "select that page with `select_page` and answer the dialog with `accept_dialog` or `dismiss_dialog`"
        : "answer it with `accept_dialog` or `dismiss_dialog`";
    case "reloadPage":
      return "load the page again with `navigate_page`";
    case "loadAddress":
      return "load another address with `navigate_page`";
    case "repairLoad":
      return repairText(step.cause);
    case "leaveSilentPage":
      return "wait for the page to finish its work, or leave it with `navigate_page`, which ends it";
    case "allowOrigin":
      return "ask the user to allow the origin in the extension's popup, or go to an allowed one with `navigate_page`";
    case "allowBrowserPages":
      return "go to a web page with `navigate_page`, or start the server with --allow-browser-pages";
    case "stayWithinOrigins":
      return step.blockedBy === undefined
        ? "go to an allowed origin with `navigate_page`; the user can allow more with --allow-origin"
        : "go to another address with `navigate_page`; the user can take the pattern out of --block-origin";
    case "allowFileUrls":
      return "serve the file over HTTP, or start the server with --allow-file-urls";
    case "fillInstead":
      return "fill the text in with `fill_by_uid`";
    case "listApplications":
      return "choose one with `list_applications`";
    case "openApplication":
      return "start the application with `debug_launch`, or attach to it with `debug_attach` while it runs";
    case "enableActions":
      return 'switch them on with `debug_attach` {"sessionId", "enabled": true} if the user wants it';
    case "stopApplication":
      return "the application seems to hang: wait and try again, or stop it with `debug_stop`";
    case "readApplication":
      return `read the tree again with \`debug_ui\` and ${step.purpose}`;
    case "raiseWindow":
      return "raise the window with `window_action`";
    case "listWindows":
      return "use a number from `list_windows`";
  }
}

/** What removes the cause for which a document could not be loaded. A missing cause is a compile error. */
function repairText(cause: LoadFailure): string {
  switch (cause) {
    case "nameNotResolved":
      return "check the spelling of the host name";
    case "connectionRefused":
      return "check the port, and that the server is running";
    case "connectionFailed":
    case "connectionTimedOut":
      return "check that this machine can reach the server, and try again";
    case "offline":
      return "connect the machine to the network";
    case "proxy":
      return "check the proxy settings of the browser";
    case "proxyAuthentication":
      return "ask the user for the proxy's log-in: it belongs in the proxy's own address, as in --proxy-server http://name:password@proxy:3128 (or UIPILOT_PROXY_SERVER, which keeps it off the command line), and not in that of the page";
    case "emptyResponse":
    case "invalidResponse":
    case "http2":
      return "check that the scheme (http or https) and the port are those of a web server, and read its log";
    case "httpError":
      return "check the path of the address, or try again later";
    case "certificate":
      return "use a certificate that the browser trusts, or the server's http address; the user can accept a certificate in their own browser";
    case "tls":
      return "check that the server offers https at this port, or use its http address";
    case "authentication":
      return "ask the user for them: --http-credentials keeps them out of this conversation; or give them in the address: `navigate_page` to `https://name:password@host/`";
    case "credentialsRefused":
      return "ask the user to check the name and the password of --http-credentials";
    case "addressCredentialsRefused":
      return "check the name and the password in the address, or ask the user for them: --http-credentials keeps them out of this conversation";
    case "redirectLoop":
      return "load another address of the site, or sign in first: such sites often expect a cookie";
    case "blocked":
      return "load another address: trying again changes nothing";
    case "unsafePort":
      return "serve the page from another port, such as 8080";
    case "badAddress":
      return "use a complete address, such as https://example.com/";
    case "file":
      return "check the path of the file and its permissions";
    case "noDocument":
      return "take a new snapshot (`take_snapshot`) and check the page: the server may have sent no document (204 or 205), or another navigation came in between";
    case "other":
      return "check the address and that its server is up";
  }
}
