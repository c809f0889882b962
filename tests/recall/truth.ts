/**
 * What a person can see and operate on a page, by the browser alone: its accessibility tree says what is
 * interactive, hit testing says what can be seen and reached. Nothing of ours takes part.
 */

import { frameIds, type PageSocket } from "../support/page-socket.ts";
import { sleep, until } from "../support/wait.ts";
import { reached } from "./reached.ts";

/** An interactive element that is there to be operated. */
export interface Operable {
  role: string;
  name: string;
  /** Tag, id and classes: to find it again by hand. */
  what: string;
}

interface AxNode {
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
  backendDOMNodeId?: number;
}

/** The size of the window for every tool. */
export const viewport = { width: 1280, height: 720 };

/** Elements whose objects are handed over in one call. */
const perCall = 400;

/** Chromium's names for what a person operates; the last line are its own, beside those of WAI-ARIA. */
const interactiveRoles = new Set([
  ..."button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider".split(
    " ",
  ),
  ..."spinbutton switch tab textbox treeitem".split(" "),
  ..."ColorWell Date DateTime DisclosureTriangle InputTime PopUpButton SearchBox TextField".split(" "),
]);

/** Loads a page and lists what can be operated on it, in all its frames. */
export async function operables(devTools: PageSocket, url: string): Promise<Operable[]> {
  await devTools.send("Emulation.setDeviceMetricsOverride", { ...viewport, deviceScaleFactor: 1, mobile: false });
  await devTools.send("Page.navigate", { url });
  await until(
    `${url} to load`,
    async () => {
      const { result } = await devTools.send<{ result: { value: string } }>("Runtime.evaluate", {
        expression: "document.readyState + location.href",
      });
      return result.value === `complete${url}`;
    },
    30_000,
  );
  await sleep(300);
  const found: Operable[] = [];
  for (const frameId of await frameIds(devTools)) {
    const { nodes } = await devTools.send<{ nodes: AxNode[] }>("Accessibility.getFullAXTree", { frameId });
    for (let start = 0; start < nodes.length; start += perCall * 4)
      found.push(...(await operableAmong(devTools, nodes.slice(start, start + perCall * 4).filter(candidate))));
  }
  return found;
}

const focusable = ({ properties = [] }: AxNode): boolean =>
  properties.some(({ name, value }) => name === "focusable" && value.value === true);

function candidate(node: AxNode): boolean {
  if (node.ignored || node.backendDOMNodeId === undefined) return false;
  const role = node.role?.value ?? "";
  return interactiveRoles.has(role) || (focusable(node) && role !== "RootWebArea" && role !== "Iframe");
}

async function operableAmong(devTools: PageSocket, nodes: AxNode[]): Promise<Operable[]> {
  const found: Operable[] = [];
  for (let start = 0; start < nodes.length; start += perCall) {
    const some = nodes.slice(start, start + perCall);
    const objects = await Promise.all(
      some.map(({ backendDOMNodeId }) =>
        devTools.send<{ object: { objectId: string } }>("DOM.resolveNode", {
          backendNodeId: backendDOMNodeId,
          objectGroup: "recall",
        }),
      ),
    );
    const { result } = await devTools.send<{ result: { value: (string | null)[] } }>("Runtime.callFunctionOn", {
      objectId: objects[0]?.object.objectId,
      // The transpiler gives functions their names with a helper that the page has not.
      functionDeclaration: `function (...elements) { const __name = (f) => f; return (${reached})(...elements); }`,
      arguments: objects.map(({ object }) => ({ objectId: object.objectId })),
      returnByValue: true,
    });
    for (const [index, what] of result.value.entries()) {
      const node = some[index];
      if (node && what !== null && (interactiveRoles.has(node.role?.value ?? "") || what.startsWith("+")))
        found.push({ role: node.role?.value ?? "", name: node.name?.value ?? "", what: what.slice(1) });
    }
    await devTools.send("Runtime.releaseObjectGroup", { objectGroup: "recall" });
  }
  return found;
}
