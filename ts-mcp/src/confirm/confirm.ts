// Asks the person before calls that fit the policy.

import { setOf } from "../cli/tools.ts";
import { ToolError } from "../error.ts";
import { brief, jsonText } from "../quote.ts";
import { masker } from "../secrets/mask.ts";
import type { Tool, ToolContext } from "../tools/define.ts";
import type { Policy } from "./policy.ts";
import { aboutOf } from "./subjects.ts";

/** How long the person has. It is not taken from the action's time. */
const LIMIT_MS = 50_000;
/** How many questions wait for an answer at once. */
const MOST_PENDING = 100;
const MOST_WORDS = 1_500;

/** Tools that ask the person themselves. */
const ASKS: readonly string[] = ["ask_user"];

const APART: readonly string[] = ["desktop", "workspace", "sessions", "extension"];

/** Puts the policy before tools. */
export class Confirm {
  readonly #policy: Policy;
  /**
   * The questions of calls that ended with them. In the protocol without a handshake the call is made again with the answer,
   * which says nothing of the question: it counts only for the question that was asked, and once.
   */
  readonly #pending = new Set<string>();

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  /** The tool, which asks first. */
  before(tool: Tool): Tool {
    const policy = this.#policy.for(tool.name, tool.annotations.readOnlyHint === true);
    if (policy.isEmpty || ASKS.includes(tool.name)) return tool;
    // What these are about is no element of a page.
    if (APART.includes(setOf(tool.name) ?? "") && !policy.always) return tool;
    return {
      ...tool,
      run: async (args, context) => tool.run(await this.#confirmed(tool.name, policy, args, context), context),
    };
  }

  /** The arguments of a call that may be carried out. */
  async #confirmed(
    tool: string,
    policy: Policy,
    given: Record<string, unknown>,
    context: ToolContext,
  ): Promise<Record<string, unknown>> {
    if (policy.always) {
      await this.#ask(tool, [], given, context);
      return given;
    }
    const { subjects, args, loose = false } = await aboutOf(tool, given, context, policy);
    const found = subjects.filter((subject) => policy.matches(subject));
    if (found.length === 0) return args;
    if (loose) {
      const what = `${tool} looks for its element itself, so the person could be asked about another one than it acts on`;
      throw new ToolError("PERMISSION_DENIED", what, "use click_by_uid, type_text or interactWithPage for this page");
    }
    await this.#ask(
      tool,
      found.map(({ words }) => words),
      given,
      context,
    );
    // The page went on while the person read.
    const now = await aboutOf(tool, args, context, policy);
    if (jsonText(now.subjects) !== jsonText(subjects)) {
      const what = "the call would act on something else now than the person was asked about, so nothing was done";
      throw new ToolError("STALE_UID", what, "look at the page again, and try again");
    }
    return args;
  }

  async #ask(
    tool: string,
    subjects: readonly string[],
    args: Record<string, unknown>,
    context: ToolContext,
  ): Promise<void> {
    const { asking } = context;
    if (!asking.canAsk) {
      const what = `${tool} needs the person's confirmation here, and this client does not ask its user`;
      throw new ToolError(
        "PERMISSION_DENIED",
        what,
        "ask the user to do this step, and go on when they say that it is done",
      );
    }
    const question = masker.text(questionOf(tool, subjects, args));
    const earlier = asking.reply;
    const isAnswer = earlier !== undefined && this.#pending.delete(question);
    if (!isAnswer) this.#remember(question);
    const reply = isAnswer ? earlier : await asking.ask(question, LIMIT_MS);
    this.#pending.delete(question);
    if (reply.outcome === "done") return;
    if (reply.outcome === "unanswered") {
      const what = `the person did not answer within ${LIMIT_MS / 1_000} s, so nothing was done`;
      throw new ToolError("TIMEOUT", what, "ask the user in the conversation whether they want this");
    }
    const why = reply.outcome === "declined" ? "the person declined" : "the person closed the question";
    const step = "do not try the same in another way; ask the user what they want instead";
    throw new ToolError("PERMISSION_DENIED", `${why}, so nothing was done`, step);
  }

  #remember(question: string): void {
    this.#pending.add(question);
    for (const oldest of this.#pending) {
      if (this.#pending.size <= MOST_PENDING) break;
      this.#pending.delete(oldest);
    }
  }
}

/** The words for the person. What the page and the agent say is quoted. */
function questionOf(tool: string, subjects: readonly string[], args: Record<string, unknown>): string {
  const on = subjects.length === 0 ? "" : ` on:\n${subjects.map((words) => `- ${words}`).join("\n")}`;
  const text = `An agent that drives a web browser wants to use ${tool}${on}`;
  const cut = text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS)}…` : text;
  return `${cut}\nwith ${brief(jsonText(args), 400)}.\nConfirm to let it do this once; decline to stop it.`;
}
