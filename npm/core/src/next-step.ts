// What a caller does next, as data. The engine's `NextStep`, field by field.

/** What a caller does next. Text in `text` and `purpose` has page text quoted; `values` are as they are. */
export type NextStep =
  /** Advice that needs no call of this package. */
  | { kind: "advice"; text: string }
  /** Take a new snapshot; `purpose` says what to do with it, a clause that follows "and". */
  | { kind: "takeSnapshot"; purpose: string }
  /** Use one of these values. */
  | { kind: "useOneOf"; values: string[] }
  /** Select the page that the UID belongs to. */
  | { kind: "selectPage"; page: number }
  /** Select one of the open pages, or open a new one. */
  | { kind: "choosePage" }
  /** Accept or dismiss the open dialog, after selecting its page if that is another one. */
  | { kind: "answerDialog"; otherPage: boolean }
  /** Load the page again. */
  | { kind: "reloadPage" }
  /** Load another address. */
  | { kind: "loadAddress" }
  /** Have the user allow the origin, or load an address of an allowed one. */
  | { kind: "allowOrigin" }
  /** Serve the file over HTTP, or open the session with file addresses allowed. */
  | { kind: "allowFileUrls" }
  /** Fill the text in instead of typing it. */
  | { kind: "fillInstead" }
  /** Choose one of the running desktop applications. */
  | { kind: "listApplications" }
  /** Start a desktop application, or attach to a running one. */
  | { kind: "openApplication" }
  /** Let the session of a desktop application act again, if the user wants it. */
  | { kind: "enableActions" }
  /** Wait for a desktop application that does not answer, or stop it. */
  | { kind: "stopApplication" }
  /** Read a desktop application's tree again; `purpose` says what to do with it, a clause that follows "and". */
  | { kind: "readApplication"; purpose: string }
  /** Raise the window. */
  | { kind: "raiseWindow" }
  /** List the windows and use a number from the list. */
  | { kind: "listWindows" };
