// What the engine gets of the browser's events. Events and fields that are not named here are left out.

import { pick } from "./commands.ts";
import { isAllowed, originOf, shownUrl } from "./policy.ts";
import { reported, worldOf } from "./worlds.ts";

type Fields = Record<string, unknown>;

/** What decides about the frames and addresses of an event. */
export interface Place {
  /** Whether the engine may work in the document of a frame. */
  frame(id: unknown): boolean;
  /** Whether the engine may work in the document that shows a dialog. */
  dialog(params: Fields): boolean;
  /** Whether a world with this number is of a document where the engine may work. */
  world(id: unknown): boolean;
  /** The origins that the user added. */
  origins: readonly string[];
}

type Redact = (params: Fields, place: Place) => Fields | undefined;

const only =
  (...names: string[]): Redact =>
  (params) =>
    pick(params, ...names);

/** An address where a frame goes. Both the frame and the address have to be allowed. */
const address =
  (...names: string[]): Redact =>
  (params, { frame, origins }) => ({
    ...pick(params, ...names),
    url: shownUrl(String(params.url ?? ""), frame(params.frameId) && isAllowed(String(params.url ?? ""), origins)),
  });

const EVENTS: ReadonlyMap<string, Redact> = new Map(
  Object.entries<Redact>({
    // The engine only gives the data back, and the extension has it.
    "Input.dragIntercepted": () => ({ data: { items: [], dragOperationsMask: 0 } }),
    "Inspector.targetCrashed": only(),
    "Network.loadingFailed": only("requestId", "type"),
    "Network.loadingFinished": only("requestId"),
    "Network.requestWillBeSent": (params, { frame }) =>
      params.frameId !== undefined && !frame(params.frameId)
        ? undefined
        : { ...pick(params, "requestId", "type"), request: { url: isData(params.request) ? "data:" : "" } },
    "Network.responseReceived": (params, { frame }) =>
      params.frameId !== undefined && !frame(params.frameId)
        ? undefined
        : { ...pick(params, "requestId", "type"), response: pick(params.response, "mimeType") },
    "Page.domContentEventFired": only(),
    "Page.downloadProgress": only("guid", "receivedBytes", "totalBytes", "state", "filePath"),
    "Page.downloadWillBegin": (params, { frame }) =>
      frame(params.frameId) ? pick(params, "frameId", "guid", "suggestedFilename") : undefined,
    "Page.fileChooserOpened": (params, { frame }) =>
      frame(params.frameId) ? pick(params, "frameId", "mode", "backendNodeId") : undefined,
    "Page.frameAttached": only("frameId", "parentFrameId"),
    "Page.frameDetached": only("frameId", "reason"),
    "Page.frameNavigated": (params, { frame, origins }) => ({
      ...pick(params, "type"),
      frame: shownFrame(params.frame as Fields, frame, origins),
    }),
    "Page.frameRequestedNavigation": address("frameId", "reason", "disposition"),
    "Page.frameStartedNavigating": address("frameId", "loaderId", "navigationType"),
    "Page.frameStoppedLoading": only("frameId"),
    "Page.javascriptDialogClosed": only("result"),
    "Page.javascriptDialogOpening": (params, { dialog }) => {
      if (dialog(params)) return pick(params, "type", "message", "defaultPrompt");
      const origin = originOf(String(params.url ?? ""));
      const message = `of ${origin ?? "a document without an origin"}, which is not allowed`;
      return { ...pick(params, "type"), message, defaultPrompt: "" };
    },
    "Page.lifecycleEvent": only("frameId", "loaderId", "name"),
    "Page.loadEventFired": only(),
    "Page.navigatedWithinDocument": (params, { frame }) => ({
      ...pick(params, "frameId", "navigationType"),
      url: shownUrl(String(params.url ?? ""), frame(params.frameId)),
    }),
    "Page.windowOpen": (params, { origins }) => ({
      url: shownUrl(String(params.url ?? ""), isAllowed(String(params.url ?? ""), origins)),
    }),
    "Runtime.bindingCalled": (params, { world }) =>
      world(params.executionContextId) ? pick(params, "name", "payload", "executionContextId") : undefined,
    "Runtime.executionContextCreated": (params) => {
      const world = worldOf(params);
      return world && reported(world);
    },
    "Runtime.executionContextDestroyed": only("executionContextId"),
    "Runtime.executionContextsCleared": only(),
    "Tab.resizing": only("resizing"),
    "Target.attachedToTarget": (params, { frame }) => {
      const info = params.targetInfo as Fields;
      const url = shownUrl(String(info.url ?? ""), frame(info.targetId));
      const targetInfo = { ...pick(info, "targetId", "type", "attached", "parentFrameId"), title: "", url };
      return { ...pick(params, "sessionId", "waitingForDebugger"), targetInfo };
    },
    "Target.detachedFromTarget": only("sessionId", "targetId"),
  }),
);

const isData = (request: unknown) => String((request as Fields | undefined)?.url ?? "").startsWith("data:");

/** A frame without what its document may not tell: address, name and title. */
export function shownFrame(info: Fields, frame: Place["frame"], origins: readonly string[]): Fields {
  const allowed = frame(info.id);
  const shown: Fields = { ...pick(info, "id", "parentId", "loaderId"), url: shownUrl(String(info.url), allowed) };
  if (allowed && info.urlFragment !== undefined) shown.urlFragment = info.urlFragment;
  const { unreachableUrl } = info;
  if (typeof unreachableUrl === "string") {
    shown.unreachableUrl = shownUrl(unreachableUrl, isAllowed(unreachableUrl, origins));
  }
  return shown;
}

/** The parameters of an event as the engine may see them; undefined where it gets nothing of the event. */
export function redactEvent(method: string, params: unknown, place: Place): Fields | undefined {
  return EVENTS.get(method)?.((params ?? {}) as Fields, place);
}
