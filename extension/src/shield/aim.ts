// Which frame input would go to: the one under a point, or the one with the focus.

import type { Frame, Frames } from "../policy/frames.ts";

/** Sends a command of the extension's own to a session of the tab. */
export type Send = <T>(session: string | undefined, method: string, params?: object) => Promise<T>;

/** Deepest nesting of processes that is followed. */
const DEEPEST = 10;

/** The frame under a point of the tab's viewport; undefined where that is nothing, or outside. */
export async function frameAt(send: Send, frames: Frames, point: { x: number; y: number }): Promise<Frame | undefined> {
  let { x, y } = point;
  let session: string | undefined;
  let found: Frame | undefined;
  for (let level = 0; level < DEEPEST; level++) {
    const { cssLayoutViewport: view } = await send<{ cssLayoutViewport: { pageX: number; pageY: number } }>(
      session,
      "Page.getLayoutMetrics",
    );
    // The command counts from the beginning of the document, in whole pixels.
    const at = { x: Math.floor(x + view.pageX), y: Math.floor(y + view.pageY) };
    const hit = await send<{ frameId: string; backendNodeId: number }>(session, "DOM.getNodeForLocation", at).catch(
      () => undefined,
    );
    if (hit === undefined) return found;
    found = frames.get(hit.frameId);
    // Of a frame in another process, only the element is found here.
    const inside = await ownedBy(send, frames, found, hit.backendNodeId);
    if (inside === undefined) return found;
    const { model } = await send<{ model: { content: number[] } }>(session, "DOM.getBoxModel", {
      backendNodeId: hit.backendNodeId,
    });
    found = inside;
    session = inside.session;
    x -= model.content[0] ?? 0;
    y -= model.content[1] ?? 0;
    if (!inside.known) return found;
  }
  return found;
}

/** The frame in another process that an element of a frame holds. */
async function ownedBy(send: Send, frames: Frames, of: Frame | undefined, node: number): Promise<Frame | undefined> {
  if (of === undefined) return undefined;
  for (const child of frames.all()) {
    if (child.parent !== of.id || child.session === of.session) continue;
    const owner = await send<{ backendNodeId: number }>(of.session, "DOM.getFrameOwner", { frameId: child.id }).catch(
      () => undefined,
    );
    if (owner?.backendNodeId === node) return child;
  }
  return undefined;
}

/** The element with the focus, also inside of shadow roots. */
const FOCUSED = `(() => {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
})()`;

/** The frame with the focus, as far as its ancestors tell. `world`: a world of the extension's in a document. */
export async function focusedFrame(
  send: Send,
  frames: Frames,
  world: (frame: Frame) => Promise<number>,
): Promise<Frame> {
  let frame = frames.top;
  for (let level = 0; level < DEEPEST && frame.known; level++) {
    const params = { expression: FOCUSED, contextId: await world(frame), objectGroup: "focus" };
    const { result } = await send<{ result: { objectId?: string } }>(frame.session, "Runtime.evaluate", params);
    if (result.objectId === undefined) break;
    const { node } = await send<{ node: { frameId?: string } }>(frame.session, "DOM.describeNode", {
      objectId: result.objectId,
    });
    void send(frame.session, "Runtime.releaseObjectGroup", { objectGroup: "focus" }).catch(() => {});
    const inside = node.frameId === undefined ? undefined : frames.get(node.frameId);
    if (inside === undefined || inside === frame) break;
    frame = inside;
  }
  return frame;
}
