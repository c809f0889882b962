// Runs axe-core in one frame, in our own world. axe-core stands before this script in the same function. The results of all
// frames are joined in the server, where no page can change the names of rules or their addresses.

import type { AxeAnswer, AxeArgs, Check, NodeResult, Partial, Spec } from "../src/audit/protocol.ts";
import type { Tools } from "./tools.ts";

interface Axe {
  _audit: {
    rules: { id: string; any: CheckName[]; all: CheckName[]; none: CheckName[] }[];
    checks: Record<string, { after?: unknown }>;
  };
  runPartial(context: object, options: object): Promise<Partial>;
  utils: { nodeSerializer: { update(serializer: { toSpec(of: Described): Spec }): void } };
}

/** An element as axe-core describes it when it is asked. */
interface Described {
  element: Element;
  source: string;
  selector: unknown;
  ancestry: unknown;
  nodeIndexes: unknown;
}

type CheckName = string | { id?: string };

/** Of elements with a finding of one rule in one frame. */
const MOST = 400;
/** Of elements without one, of a rule that decides once it knows those of all frames. */
const MOST_PASSED = 400;
/** Of short selectors. Among thousands of like elements each takes milliseconds; the others get the path from the root. */
const MOST_SELECTORS = 300;
/** Of elements that a finding refers to. */
const MOST_RELATED = 5;

const passed = ({ any, all, none }: NodeResult): boolean =>
  (any.length === 0 || any.some(({ result }) => result === true)) &&
  all.every(({ result }) => result === true) &&
  none.every(({ result }) => result === false);

/** The audit under way. axe-core makes one at a time, also where its caller has given up. */
let last: Promise<unknown> = Promise.resolve();

export default function run(args: AxeArgs, tools: Tools): Promise<AxeAnswer> {
  const began = performance.now();
  const audited = last.then(() => {
    // Nobody waits for it any more, and the next one would have to.
    if (performance.now() - began > (args.within ?? Number.POSITIVE_INFINITY)) throw new Error("too late");
    return audit(args, tools);
  });
  last = audited.catch(() => undefined);
  return audited;
}

async function audit({ options, part }: AxeArgs, { root, mark }: Tools): Promise<AxeAnswer> {
  const { axe } = window as unknown as { axe: Axe };
  const found: Element[] = [];
  axe.utils.nodeSerializer.update({
    toSpec: (of) => ({
      source: of.source,
      selector: found.length < MOST_SELECTORS ? of.selector : of.ancestry,
      // Rules that decide once they know all frames go by it.
      ancestry: of.ancestry,
      nodeIndexes: of.nodeIndexes,
      xpath: [],
      mark: found.push(of.element) - 1,
    }),
  });
  const isInner = root === undefined && (part || window !== window.top);
  const context = isInner
    ? {
        include: [],
        exclude: [],
        initiator: false,
        focusable: true,
        size: { width: innerWidth, height: innerHeight },
        page: !part,
      }
    : (root ?? document);
  const { results, frames, ...rest } = await axe.runPartial(context, options);
  const marked = (spec: Spec): Spec => {
    const el = spec.mark === undefined ? undefined : found[spec.mark];
    const { mark: _, ...plain } = spec;
    return el === undefined ? plain : { ...plain, mark: mark(el) };
  };
  const owners = frames.map(marked);
  const more: Record<string, number> = {};
  const { rules, checks } = axe._audit;
  const joins = new Set(
    rules
      .filter(({ any, all, none }) =>
        [...any, ...all, ...none].some(
          (name) => checks[typeof name === "string" ? name : (name.id ?? "")]?.after !== undefined,
        ),
      )
      .map(({ id }) => id),
  );
  const kept = results.map((result) => {
    const { id, nodes } = result;
    const findings = nodes.filter((node) => !passed(node));
    if (findings.length > MOST) more[id] = findings.length - MOST;
    const passes = nodes.filter(passed).slice(0, joins.has(id) ? MOST_PASSED : 1);
    // In the order of the document, on which such rules depend.
    const told = new Set([...findings.slice(0, MOST), ...passes]);
    return { result, told: nodes.filter((node) => told.has(node)) };
  });
  const checked = (list: Check[]): Check[] =>
    list.map((check) => ({ ...check, relatedNodes: (check.relatedNodes ?? []).slice(0, MOST_RELATED).map(marked) }));
  // The list of elements is bounded, and those with a finding matter more.
  for (const { told } of kept) for (const node of told) if (!passed(node)) marked(node.node);
  return {
    ...rest,
    more,
    frames: owners,
    results: kept.map(({ result, told }) => ({
      ...result,
      nodes: told.map((node) => ({
        ...node,
        node: marked(node.node),
        any: checked(node.any),
        all: checked(node.all),
        none: checked(node.none),
      })),
    })),
  };
}
