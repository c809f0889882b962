/** Frames that are drawn. A browser sends input to a document of another process by where its frame was last drawn. */
import { cancel, frame, later } from "./builtins.js";
import { queryScope } from "./dom.js";

/** How long a frame is waited for. On a busy machine they come late, and in a page in the background never. */
const FRAME_MS = 250;

/** Waits for two frames, between which what moves has moved, and after which what was scrolled is drawn. */
export function twoFrames(): Promise<void> {
  const one = (): Promise<void> =>
    new Promise((done) => {
      const timer = later(done, FRAME_MS);
      frame(() => {
        cancel(timer);
        done();
      });
    });
  return one().then(one);
}

/** Whether the document has frames that may be, or hold, documents of another process, or is in such a frame. */
export const hasForeignFrames = (): boolean => isForeign() || holdsForeign();

function holdsForeign(): boolean {
  for (const owner of queryScope(document, "iframe,frame,object,embed")) {
    const { contentDocument, contentWindow } = owner as HTMLIFrameElement;
    if (contentWindow && (contentDocument === null || contentWindow.length > 0)) return true;
  }
  return false;
}

/** Whether a document around this one is of another origin. Its frames are not told. */
function isForeign(): boolean {
  try {
    for (let up: Window = window; up !== up.parent; up = up.parent) if (up.frameElement === null) return true;
    return false;
  } catch {
    return true;
  }
}
