/** `wait`: resolves when the frame shows something, or does not show it any more. */
import { cancel, later, MUTATIONS } from "../dom/builtins.js";
import { documentBody, documentElement, localName, nodeType, queryScope, textContent, textData } from "../dom/dom.js";
import { drawn } from "../dom/geometry.js";
import { eachChild, scopes } from "../dom/shadow.js";
import { HIDDEN, INLINE, NONE, SKIPPED, Styles } from "../dom/style.js";
import { clean } from "../dom/text.js";
import type { WaitArgs } from "../protocol.js";

const observe = MutationObserver;
const SILENT = new Set("script style template noscript head textarea".split(" "));
/** Pause between looks without a mutation: style sheets, animations and media cause none. */
const PACE_MS = 250;
/** Deepest level that is followed, since the stack is limited. */
const DEEPEST = 400;

/** The visible text of the frame, in one line. */
function visibleText(): string {
  const styles = new Styles();
  const parts: string[] = [];
  let level = 0;
  const visit = (el: Element): void => {
    if (level > DEEPEST) {
      parts.push(textContent(el) ?? "");
      return;
    }
    level++;
    look(el);
    level--;
  };
  const look = (el: Element): void => {
    const tag = localName(el);
    if (SILENT.has(tag)) return;
    const style = styles.of(el);
    if (style & NONE) return;
    const block = !(style & INLINE);
    if (block) parts.push(" ");
    if (!(style & SKIPPED)) {
      eachChild(el, tag, (child) => {
        const type = nodeType(child);
        if (type === 3) {
          if (!(style & HIDDEN)) parts.push(textData(child as Text));
        } else if (type === 1) visit(child as Element);
      });
    }
    if (block) parts.push(" ");
  };
  const top = documentBody() ?? documentElement(document);
  if (top) visit(top);
  return clean(parts.join(""));
}

/** Whether the condition holds. */
function holds(args: WaitArgs, roots: Node[]): boolean {
  if (
    args.selector !== undefined &&
    !roots.some((root) => Array.from(queryScope(root, args.selector as string)).some(drawn))
  )
    return false;
  if (args.text === undefined && args.textGone === undefined) return true;
  const text = visibleText();
  return (
    (args.text === undefined || text.includes(clean(args.text))) &&
    (args.textGone === undefined || !text.includes(clean(args.textGone)))
  );
}

/** `wait`. */
export function wait(
  args: WaitArgs,
): { found: boolean } | { state: "value"; why: string } | Promise<{ found: boolean }> {
  if (args.selector !== undefined) {
    try {
      queryScope(document, args.selector);
    } catch {
      return { state: "value", why: "not a valid CSS selector" };
    }
  }
  let roots = scopes();
  if (holds(args, roots)) return { found: true };
  return new Promise((done) => {
    let queued: number | undefined;
    const observer = new observe(() => soon(0));
    const look = (): void => {
      queued = undefined;
      roots = scopes();
      if (holds(args, roots)) end(true);
      else {
        for (const root of roots) observer.observe(root, MUTATIONS);
        soon(PACE_MS);
      }
    };
    const soon = (ms: number): void => {
      if (queued !== undefined && ms > 0) return;
      cancel(queued);
      queued = later(look, ms);
    };
    const limit = later(() => end(false), Math.min(args.timeoutMs, 2 ** 31 - 1));
    const end = (found: boolean): void => {
      observer.disconnect();
      cancel(queued);
      cancel(limit);
      done({ found });
    };
    for (const root of roots) observer.observe(root, MUTATIONS);
    soon(PACE_MS);
  });
}
