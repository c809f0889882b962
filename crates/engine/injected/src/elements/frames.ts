/** Frame owners, and DOM objects that the engine passes in and out. */

import { queryScope } from "../dom/dom.js";
import { elementOf, numberOf } from "../dom/registry.js";
import { adopt, scopes } from "../dom/shadow.js";
import { takeCandidates } from "../walk/shadow-candidates.js";
import { newCarrier } from "./carrier.js";
import { beginUpload } from "./file-input.js";

/** The frame owners, with their node numbers and windows. */
function frameOwners(): unknown[] {
  const out: unknown[] = [];
  for (const scope of scopes()) {
    for (const owner of queryScope(scope, "iframe,frame,object,embed")) {
      const inner = (owner as HTMLIFrameElement).contentWindow;
      if (inner) out.push(numberOf(owner), owner, inner);
    }
  }
  return out;
}

/** Answers DOM nodes and windows, for protocols that can return them. */
export function handles(method: string, argsJson: string): unknown[] {
  switch (method) {
    case "frameOwners":
      return frameOwners();
    case "shadowCandidates":
      return takeCandidates();
    case "node": {
      const { id } = JSON.parse(argsJson) as { id: number };
      const el = elementOf(id);
      return el ? [el] : [];
    }
    case "carrier":
      return [newCarrier()];
    default:
      throw new TypeError(`no such handles: ${method}`);
  }
}

/** Takes DOM nodes that the engine passes in. */
export function adoptNodes(method: string, ...nodes: unknown[]): string {
  switch (method) {
    case "shadowRoots": {
      let any = false;
      for (let i = 0; i + 1 < nodes.length; i += 2) {
        const root = nodes[i + 1] as ShadowRoot | null;
        if (root) any = adopt(nodes[i] as Element, root) || any;
      }
      return String(any);
    }
    case "frameOwner":
      return String(numberOf(nodes[0] as Element));
    case "takesFolder":
      return String(beginUpload(nodes[0] as HTMLInputElement));
    default:
      throw new TypeError(`nothing to adopt: ${method}`);
  }
}
