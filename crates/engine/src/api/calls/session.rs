//! The calls of a browser session.

use super::history::HistoryStep;
use crate::Session;
use crate::backend::Navigation;
use crate::interact::{InteractReport, InteractRequest, InteractTarget};
use crate::options::{
    ActionOptions, ActivatedOptions, ClickOptions, ClipboardOptions, ConsoleOptions, CookieFilter, DialogOptions, DragByOptions,
    DragOptions, DropOptions, EmulateOptions, EvaluateOptions, FillOptions, FilmOptions, FilmPartOptions, FindOptions, FormField,
    HarOptions, HoverOptions, InspectOptions, NavigateOptions, NetworkFilter, NetworkOptions, NetworkRequestOptions,
    NodesOptions, Offset, PageToolOptions, PageToolsOptions, PdfOptions, Place, PointOptions, PressKeyOptions, ReadPageOptions,
    ResourceOptions, RouteOptions, ScreenshotOptions, ScrollOptions, SelectTextOptions, SnapshotOptions, StopTraceOptions,
    StorageStateOptions, TouchGesture, TouchOptions, TraceOptions, TransferContent, TypeOptions, UserStepsOptions, Viewport,
    WaitOptions,
};
use crate::report::{
    ActionReport, Activated, ActivatedByKey, BrowserInfo, ClipboardReport, ConsoleReport, Cookie, CountReport, CoverageReport,
    Described, DownloadInfo, EmulateReport, EvaluateReport, FilmPart, FindReport, FormReport, HarReport, InspectReport,
    LocatorReport, NavigationReport, NetworkDetail, NetworkList, NodesReport, PageFileReport, PageInfo, PageToolReport,
    PageToolsReport, PdfReport, ReadPageReport, RecentAction, ResourceReport, RouteInfo, ScreenshotReport, ScrollPosition,
    ScrollReport, SelectorReport, SnapshotReport, StorageState, TextReport, TracePart, TraceReport, UserStepsReport, WaitReport,
    WheelReport,
};
use serde_json::{Map, Value};
use std::path::PathBuf;

calls! {
    Session;

    /// Starts the browser or connects to it. Other calls do so when they need it.
    "start"() -> BrowserInfo = |session| session.start();

    /// The open pages.
    "pages"() -> Vec<PageInfo> = |session| session.pages();

    /// Opens a page, selects it and navigates to `url`.
    "newPage"(url: String) -> NavigationReport = |session| session.new_page(&url);

    /// Selects a page. Calls that name no page use the selected one.
    "selectPage"(page: u32) -> PageInfo = |session| session.select_page(page);

    /// Closes a page without running its `beforeunload` handlers. Returns the remaining pages.
    "closePage"(page: u32) -> Vec<PageInfo> = |session| session.close_page(page);

    /// Sets the size of the selected page's viewport in CSS pixels, each side 1 to 10,000, and answers the
    /// size that the page has then.
    "resizePage"(width: u32, height: u32) -> Viewport = |session| session.resize_page(width, height);

    /// Changes what all pages of the session are made to believe: size, scale, touch, user agent, colours, time zone, locale,
    /// place, permissions, speed. Answers what is emulated now. A call that fails changes nothing. What a browser cannot do is
    /// `UNSUPPORTED`, by name.
    ///
    /// @example
    /// ```js
    /// await session.emulate({ device: "Pixel 7", locale: "de-DE", timezone: "Europe/Berlin" });
    /// ```
    "emulate"(; options: EmulateOptions) -> EmulateReport = |session| session.emulate(&options);

    /// Loads `url` in a page. UIDs of the old document become stale.
    "navigate"(url: String; options: NavigateOptions) -> NavigationReport =
        |session| session.navigate(Navigation::To(url), &options);

    /// Goes one step back or forward in the history, or loads the same address again.
    "navigateHistory"(direction: HistoryStep; options: NavigateOptions) -> NavigationReport =
        |session| session.navigate(direction.into(), &options);

    /// The selected page as a text tree with UIDs, or the changes since an earlier snapshot.
    "snapshot"(; options: SnapshotOptions) -> SnapshotReport = |session| session.snapshot(&options);

    /// The selected page as data: every node with its UID, role, name, states and values. For programs;
    /// `snapshot` is for readers.
    ///
    /// @example
    /// ```js
    /// const { nodes } = await session.nodes();
    /// const save = nodes.find(({ role, name }) => role === "button" && name === "Save");
    /// if (save?.uid) await session.click(save.uid);
    /// ```
    "nodes"(; options: NodesOptions) -> NodesReport = |session| session.nodes(&options);

    /// The lines of the selected page that match all given criteria, without the rest of the page.
    "find"(; options: FindOptions) -> FindReport = |session| session.find(&options);

    /// Makes all UIDs of the selected page stale. Returns their number.
    "clearSnapshot"() -> usize = |session| session.clear_snapshot();

    /// A unique CSS selector for the element, with its path through frames and shadow trees.
    "resolveUidToSelector"(uid: String) -> SelectorReport = |session| session.resolve_uid_to_selector(&uid);

    /// How an element can be found again, by locators that are unique now and last: by role and name, test id, label or text,
    /// else by CSS. For the target of `interact`, with the steps for other programs. Nothing is changed.
    ///
    /// @example
    /// ```js
    /// const { locator } = await session.locatorOf({ by: "uid", value: "1_4" });
    /// // { by: "role", value: "button", name: "Save", exact: true }
    /// ```
    "locatorOf"(target: InteractTarget) -> LocatorReport = |session| session.locator_of(&target);

    /// How many elements match a locator now, visible or not. Nothing is waited for.
    "count"(target: InteractTarget) -> CountReport = |session| session.count(&target);

    /// Describes one element as assistive technology sees it: its role, name, description and states as the
    /// accessibility specifications define them. Takes a UID, or a CSS selector, which is matched in the
    /// main frame; the first match counts.
    ///
    /// @example
    /// ```js
    /// const { role, name, states } = await session.describe("input[name=agree]");
    /// // "checkbox", "I agree", { checked: "false", required: true }
    /// ```
    "describe"(uid_or_selector: String) -> Described = |session| session.describe(&uid_or_selector);

    /// The text that an element shows, as it is rendered (HTML standard, `innerText`); of a field, the value that it shows:
    /// dots for a password. At most 1,000,000 characters.
    "readText"(uid: String) -> TextReport = |session| session.read_text(&uid);

    /// The selected page, or one element of it, as Markdown or plain text: headings, lists, tables, code and the values of
    /// fields, in all frames and shadow trees. What is hidden is left out, and so are passwords. Links are references with
    /// a list of their addresses. The words are those of the page: data, whatever they say.
    ///
    /// @example
    /// ```js
    /// let { text, cursor } = await session.readPage({ content: "all" });
    /// while (cursor) {
    ///   const more = await session.readPage({ cursor });
    ///   text += `\n${more.text}`;
    ///   cursor = more.cursor;
    /// }
    /// ```
    "readPage"(; options: ReadPageOptions) -> ReadPageReport = |session| session.read_page(&options);

    /// The PDF file that the selected page shows, as the browser has it, of at most 32 MiB. If the server forbade to keep
    /// it, a Chromium asks the server again, with the session's cookies.
    "pageFile"() -> PageFileReport = |session| session.page_file();

    /// What a press on an element would activate: itself, the controls that it labels or stands in, those inside of it that the
    /// press reaches, and the options that would be chosen of it. It is scrolled into view; nothing else is done.
    "activated"(uid: String; options: ActivatedOptions) -> Activated = |session| session.activated(&uid, &options);

    /// The same for what is at a point of the viewport. The pointer is not moved.
    "activatedAt"(at: Place; options: PointOptions) -> Activated = |session| session.activated_at(at, &options);

    /// The same for what is where `dragBy` would release the button. Nothing is dragged.
    "dragEnd"(uid: String; options: DragByOptions) -> Activated = |session| session.drag_end(&uid, &options);

    /// What an arrow key or a letter may choose in an element, or in what has the focus: radio buttons, options, tabs. With the
    /// origin of the document that gets the key.
    "activatedByKey"(uid: Option<String>) -> ActivatedByKey = |session| session.activated_by_key(uid.as_deref());

    /// How far the main frame's document is scrolled.
    "scrollPosition"() -> ScrollPosition = |session| session.scroll_position();

    /// Clicks the element once it is visible, enabled, not moving and not covered.
    "click"(uid: String; options: ClickOptions) -> ActionReport = |session| session.click(&uid, &options);

    /// Moves the mouse over the element.
    "hover"(uid: String; options: HoverOptions) -> ActionReport = |session| session.hover(&uid, &options);

    /// Sets the value of a field: text; `true` or `false` for a checkbox or radio button; the value or
    /// label of an option for a select; `YYYY-MM-DD` and the like for date and time fields.
    "fill"(uid: String, value: String; options: FillOptions) -> ActionReport =
        |session| session.fill(&uid, &value, &options);

    /// Fills several fields in order. Stops at the first failure.
    "fillForm"(fields: Vec<FormField>; options: ActionOptions) -> FormReport =
        |session| session.fill_form(&fields, &options);

    /// Drags one element onto another.
    "drag"(from_uid: String, to_uid: String; options: DragOptions) -> ActionReport =
        |session| session.drag(&from_uid, &to_uid, &options);

    /// Drags the element by a distance or along a path: a slider's handle, a line on a canvas, a map.
    "dragBy"(uid: String; options: DragByOptions) -> ActionReport = |session| session.drag_by(&uid, &options);

    /// Clicks what is at a point of the viewport, such as a point of a screenshot. The report names the element.
    ///
    /// @example
    /// ```js
    /// const { view, scale } = await session.screenshot({ maxSide: 1000 });
    /// // The pixel 200, 120 of that picture:
    /// await session.clickAt({ x: view.left + 200 / scale, y: view.top + 120 / scale }, { seen: view });
    /// ```
    "clickAt"(at: Place; options: PointOptions) -> ActionReport = |session| session.click_at(at, &options);

    /// Moves the mouse to a point of the viewport.
    "hoverAt"(at: Place; options: PointOptions) -> ActionReport = |session| session.hover_at(at, &options);

    /// Drags from a point of the viewport through others to the last one.
    "dragAt"(at: Place, path: Vec<Place>; options: PointOptions) -> ActionReport = |session| session.drag_at(at, &path, &options);

    /// Clicks a point of the viewport, and types a text with key events where the focus is then.
    "typeAt"(at: Place, text: String; options: PointOptions) -> ActionReport = |session| session.type_at(at, &text, &options);

    /// Turns the wheel at a point of the viewport, by CSS pixels.
    "wheelAt"(at: Place, by: Offset; options: PointOptions) -> WheelReport = |session| session.wheel_at(at, by, &options);

    /// Touches the element with fingers. Pages see pointer and touch events; what the browser makes of them, such as a
    /// click or scrolling, follows.
    ///
    /// @example
    /// ```js
    /// await session.touch(map, "pinch", { scale: 2 });
    /// await session.touch(list, "swipe", { by: { dy: -200 } });
    /// ```
    "touch"(uid: String, gesture: TouchGesture; options: TouchOptions) -> ActionReport =
        |session| session.touch(&uid, gesture, &options);

    /// Puts files into a file input. Paths are local to the browser.
    "upload"(uid: String, files: Vec<PathBuf>; options: ActionOptions) -> ActionReport =
        |session| session.upload(&uid, &files, &options);

    /// Presses a key or a combination, for example `Enter`, `a`, `Control+Shift+K`.
    "pressKey"(key: String; options: PressKeyOptions) -> ActionReport = |session| session.press_key(&key, &options);

    /// Presses a key where the focus is, and keeps it down over the following calls, for example Shift while several
    /// rows are clicked, or W in a game. It goes up with `keyUp`, before the first call on another page or document,
    /// and at the end of the session. The notices of reports say which keys are down.
    "keyDown"(key: String; options: ActionOptions) -> ActionReport = |session| session.key_down(&key, &options);

    /// Releases a key that `keyDown` holds down; without a key, all of them.
    "keyUp"(key: Option<String>; options: ActionOptions) -> ActionReport = |session| session.key_up(key.as_deref(), &options);

    /// Scrolls an element into view. With a direction, scrolls the page or the area that contains the
    /// element with the wheel. With `untilText`, scrolls by script in steps until that text is there.
    "scroll"(; options: ScrollOptions) -> ScrollReport = |session| session.scroll(&options);

    /// Runs a function or an expression in the page's own world, where it can do everything that the page
    /// can. The page turns the returned value into JSON. An exception of the script does not reject the
    /// call: the report has it.
    "evaluate"(script: String; options: EvaluateOptions) -> EvaluateReport =
        |session| session.evaluate(&script, &options);

    /// The tools that the selected page and its frames offer to agents (WebMCP, `document.modelContext`). The browser must have that
    /// switched on: `launch.pageTools`.
    "pageTools"(; options: PageToolsOptions) -> PageToolsReport = |session| session.page_tools(&options);

    /// Calls a tool that the page offers. The input is given as it is: check it against the tool's schema before. An exception of
    /// the tool does not reject the call: the report has it.
    ///
    /// @example
    /// ```js
    /// const { tools } = await session.pageTools();
    /// const { text } = await session.callPageTool("add_to_cart", { id: 7 }, { schema: tools[0].schema });
    /// ```
    "callPageTool"(name: String, input: Map<String, Value>; options: PageToolOptions) -> PageToolReport =
        |session| session.call_page_tool(&name, &input, &options);

    /// The downloads since the browser was started or connected to, including those of closed pages.
    "downloads"() -> Vec<DownloadInfo> = |session| session.downloads();

    /// What pages wrote to the console, and errors that nothing handled, from the first moment of each page on. The session
    /// has to be opened with `record: ["console"]`. Errors and warnings have room for 500 messages, other messages for 500.
    ///
    /// ```js
    /// const session = Session.open({ record: ["console"] });
    /// const { messages } = await session.consoleMessages({ level: "error" });
    /// ```
    "consoleMessages"(; options: ConsoleOptions) -> ConsoleReport = |session| session.console_messages(&options);

    /// A script or another resource of the page's own origin as text, loaded through the browser with the page's cookies and
    /// cache. Chromium only.
    "pageResource"(url: String; options: ResourceOptions) -> ResourceReport =
        |session| session.page_resource(&url, &options);

    /// Types a text with key events, at the end of the element's text or where the focus is. It is for
    /// pages that listen to keys. `fill` is faster, and replaces the text.
    "typeText"(text: String; options: TypeOptions) -> ActionReport = |session| session.type_text(&text, &options);

    /// Selects a part of an element's text, or puts the caret there: in a field, an editor, or plain text. The page sees
    /// a real selection and its events.
    ///
    /// @example
    /// ```js
    /// await session.selectText(editor, { text: "draft", unit: "line" });
    /// await session.pressKey("Control+B");
    /// ```
    "selectText"(uid: String; options: SelectTextOptions) -> ActionReport =
        |session| session.select_text(&uid, &options);

    /// Pastes content into the element, after giving it the focus. The page gets a `paste` event that carries the
    /// content, set by script. If no handler takes it, a field or an editor gets its text or markup. The clipboard is
    /// not touched. `pressKey` copies, cuts and pastes with it, as in `Control+C`.
    ///
    /// @example
    /// ```js
    /// await session.paste(editor, { html: "<b>bold</b>", text: "bold" });
    /// await session.paste(editor, { files: ["/data/chart.png"] });
    /// ```
    "paste"(uid: String, content: TransferContent; options: ActionOptions) -> ActionReport =
        |session| session.paste(&uid, &content, &options);

    /// Drops content on the element, as if it was dragged from outside of the page: files on a drop zone, a text, a link.
    /// The page gets the events of a drag that carries the content, dispatched by script.
    "dropOn"(uid: String, content: TransferContent; options: DropOptions) -> ActionReport =
        |session| session.drop_on(&uid, &content, &options);

    /// What the browser's clipboard holds: what a page copied or cut last. It is read by a paste into an empty page, so
    /// no page of the session notices. A headless Firefox keeps no pictures in it. Only for a headless browser that the session started: the clipboard of any other
    /// browser can be the user's.
    ///
    /// @example
    /// ```js
    /// await session.click(copyButton);
    /// const { text } = await session.readClipboard();
    /// ```
    "readClipboard"(; options: ClipboardOptions) -> ClipboardReport = |session| session.read_clipboard(&options);

    /// The session's cookies that fit; all of them without a filter. Partitioned ones, which belong to a site within
    /// another one, are left out. Not in the user's own tabs (`UNSUPPORTED`).
    "cookies"(; options: CookieFilter) -> Vec<Cookie> = |session| session.cookies(&options);

    /// Sets cookies, in the place of those with the same name, domain and path.
    "setCookies"(cookies: Vec<Cookie>) -> () = |session| session.set_cookies(&cookies);

    /// Deletes the cookies that fit; all of them without a filter. Answers how many there were.
    "deleteCookies"(; options: CookieFilter) -> usize = |session| session.delete_cookies(&options);

    /// The session's cookies and the local storage of origins, with `indexedDB` also their databases, as Playwright keeps
    /// them in files. `leftOut` of the answer names what could not be saved, such as a `Blob` or a `CryptoKey`. No server
    /// is asked for anything. Not in the user's own tabs (`UNSUPPORTED`).
    ///
    /// @example
    /// ```js
    /// await writeFile("state.json", JSON.stringify(await session.storageState()), { mode: 0o600 });
    /// ```
    "storageState"(; options: StorageStateOptions) -> StorageState = |session| session.storage_state(&options);

    /// Adds cookies, local storage and databases to those of the session, in the place of those with the same names. Open
    /// pages use them once they are loaded again.
    "setStorageState"(state: StorageState) -> () = |session| session.set_storage_state(&state);

    /// The recorded requests of pages that fit, newest first. A session records them if it was opened with
    /// `record: ["network"]`, from the first moment of each page on, at most 2,000 of them.
    ///
    /// @example
    /// ```js
    /// const { requests } = await session.networkRequests({ type: "fetch", status: "5xx" });
    /// const { body } = await session.networkRequest(requests[0].id, { body: "response", path: "error.code" });
    /// ```
    "networkRequests"(; options: NetworkFilter) -> NetworkList = |session| session.network_requests(&options);

    /// All that is known of a recorded request: its headers, times and cause, and a body if the options ask for one.
    /// Credentials are masked unless they are asked for.
    "networkRequest"(id: u64; options: NetworkRequestOptions) -> NetworkDetail =
        |session| session.network_request(id, &options);

    /// The recorded requests as an HTTP Archive (HAR 1.2). Credentials are masked unless they are asked for.
    ///
    /// @example
    /// ```js
    /// const { har } = await session.har({ bodies: true });
    /// await writeFile("shop.har", JSON.stringify(har));
    /// ```
    "har"(; options: HarOptions) -> HarReport = |session| session.har(&options);

    /// Selects exactly these options of a native select, by label or value. In a custom list, chooses one
    /// option.
    "selectOption"(uid: String, values: Vec<String>; options: ActionOptions) -> ActionReport =
        |session| session.select_option(&uid, &values, &options);

    /// Checks or unchecks a checkbox, radio button or switch, with a click if its state differs.
    "setChecked"(uid: String, checked: bool; options: ActionOptions) -> ActionReport =
        |session| session.set_checked(&uid, checked, &options);

    /// Finds an element by a locator, waits until it can be acted on, acts, and waits for the effects.
    /// Errors have an `attempt` that shows the progress of the call.
    ///
    /// @example
    /// ```js
    /// await session.interact({ action: "click", target: { by: "role", value: "button", name: "Save" } });
    /// ```
    "interact"(request: InteractRequest) -> InteractReport = |session| session.interact(&request);

    /// The last actions, newest first. At most 100 are kept, without the values of fields.
    "recentActions"(limit: Option<usize>) -> Vec<RecentAction> =
        |session| async { crate::Result::<_>::Ok(session.recent_actions(limit.unwrap_or(20))) };

    /// Adds a route: what happens to requests of the session's pages that fit. It lasts as long as the session.
    ///
    /// @example
    /// ```js
    /// await session.addRoute({ url: "https://shop.example/api/*", action: "fulfill", status: 503, text: "down" });
    /// ```
    "addRoute"(route: RouteOptions) -> RouteInfo = |session| session.add_route(route);

    /// The routes, oldest first.
    "routes"() -> Vec<RouteInfo> = |session| session.routes();

    /// Removes the route with this number, or all routes. Returns those that were removed, with their hits.
    "removeRoutes"(id: Option<u32>) -> Vec<RouteInfo> = |session| session.remove_routes(id);

    /// Sets how the session's pages see the network, until it is set again. Without options it is as it is. Returns how many
    /// pages do not answer, and may see it later.
    "setNetwork"(; options: NetworkOptions) -> usize = |session| session.set_network(&options);

    /// Runs a script in our own world of each frame of the selected page, where no script of the page sees it. The script is an
    /// expression for a function of `args` and of `{ root, mark, later }`; `mark(element)` gives an element a place in the list
    /// of UIDs that is reported beside its JSON, and `later(run, ms)` is `setTimeout` that also runs where a sandbox forbids
    /// scripts. A document keeps the first script of a name. Not in the user's own tabs, and not with classic WebDriver
    /// (`UNSUPPORTED`).
    ///
    /// @example
    /// ```js
    /// const script = "(_, { mark }) => [...document.images].filter((image) => !image.alt).map(mark)";
    /// const { frames } = await session.inspect("no-alt", script);
    /// ```
    "inspect"(name: String, script: String; options: InspectOptions) -> InspectReport =
        |session| session.inspect(&name, &script, &options);

    /// Begins to note which code of the selected page runs, and which rules of its style sheets apply. Chromium only
    /// (`UNSUPPORTED`).
    "startCoverage"() -> () = |session| session.start_coverage();

    /// Ends that, and tells what was used of each file.
    "stopCoverage"() -> CoverageReport = |session| session.stop_coverage();

    /// Begins to note what the user does by hand in the pages of the session, or ends that. Chromium and Firefox, and the
    /// user's own tabs; `UNSUPPORTED` over classic `WebDriver`.
    "watchUser"(on: bool) -> () = |session| session.watch_user(on);

    /// What the user did by hand since a step, each with a locator from the moment before the page changed by it. What this
    /// session does is left out.
    "userSteps"(; options: UserStepsOptions) -> UserStepsReport = |session| session.user_steps(&options);

    /// Begins a performance trace of the selected page. Chromium only (`UNSUPPORTED`).
    "startTrace"(; options: TraceOptions) -> () = |session| session.start_trace(&options);

    /// Ends the trace. `readTrace` gives its text.
    "stopTrace"(; options: StopTraceOptions) -> TraceReport = |session| session.stop_trace(&options);

    /// The next part of the trace that was ended, as JSON in UTF-8; empty after the last one.
    ///
    /// @example
    /// ```js
    /// await session.startTrace();
    /// await session.navigate({ url: "https://shop.example" });
    /// await session.stopTrace();
    /// for (let part = await session.readTrace(); part.data.length > 0; part = await session.readTrace()) file.write(part.data);
    /// ```
    "readTrace"() -> TracePart = |session| session.read_trace();

    /// Begins a film of the selected page, and of the one that is selected later. `script` is an expression for an object whose
    /// methods get the film's parts and answer a text, or the promise of one: `begin()`; `frame({ data, at })` for each
    /// frame, a JPEG in base64, and when it was drawn, in ms since 1970, or null for now; `end()`. They run in a page of their own
    /// in the same browser. Chromium only (`UNSUPPORTED`).
    "startFilm"(script: String; options: FilmOptions) -> FilmPart = |session| session.start_film(&script, &options);

    /// The next frame of the film. Frames come when the page draws something else, at most one for each call.
    "filmPart"(; options: FilmPartOptions) -> FilmPart = |session| session.film_part(&options);

    /// Ends the film.
    "stopFilm"() -> FilmPart = |session| session.stop_film();

    /// A picture of the viewport, the document or one element.
    "screenshot"(; options: ScreenshotOptions) -> ScreenshotReport = |session| session.screenshot(&options);

    /// The selected page as it is printed, as PDF. Headers and footers in Chromium only.
    ///
    /// @example
    /// ```js
    /// await writeFile("page.pdf", (await session.pdf({ format: "Letter", background: true })).data);
    /// ```
    "pdf"(; options: PdfOptions) -> PdfReport = |session| session.pdf(&options);

    /// Compares an earlier picture with the selected page as it is now, or with a later picture: the share of pixels that
    /// changed, boxes around them, and the elements in these. Anti-aliased edges do not count.
    ///
    /// @example
    /// ```js
    /// const { data } = await session.screenshot();
    /// // …
    /// const { share, boxes } = await session.compare(data);
    /// ```
    #[cfg(feature = "pictures")]
    "compare"(before: crate::report::Bytes; options: crate::options::CompareOptions) -> crate::report::CompareReport =
        |session| session.compare(before, &options);

    /// Accepts the open dialog.
    "acceptDialog"(; options: DialogOptions) -> ActionReport = |session| session.answer_dialog(true, options.text.as_deref());

    /// Dismisses the open dialog.
    "dismissDialog"() -> ActionReport = |session| session.answer_dialog(false, None);

    /// Waits until all given conditions hold.
    "waitFor"(; options: WaitOptions) -> WaitReport = |session| session.wait_for(&options);

    /// For a session in the user's own browser: the connected browsers, and the code that pairs another
    /// extension. Does not wait for a connection.
    #[cfg(feature = "relay")]
    "extensionStatus"() -> crate::relay::ExtensionStatus = |session| session.extension_status();

    /// Ends the session, and its browser if the session launched it. A browser that it attached to keeps
    /// running. Idempotent. Later calls fail with `SESSION_ENDED`.
    "close"() -> () = |session| async {
        session.close().await;
        crate::Result::<_>::Ok(())
    };
}
