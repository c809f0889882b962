// The engine's own worlds in the documents of a tab, as the debugger reports them. They tell which document a message of the
// engine's script comes from.

type Fields = Record<string, unknown>;

/** The name of the engine's worlds. */
export const WORLD = "uipilot";

/** A world of the engine's. */
export interface World {
  readonly id: number;
  readonly frame: string;
  /** The origin of its document, as the browser says. */
  readonly origin: string;
}

/** The engine's worlds in one tab. */
export class Worlds {
  readonly #known = new Map<string, World>();

  find(session: string | undefined, id: unknown): World | undefined {
    return this.#known.get(key(session, id));
  }

  /** Those that a session has reported. */
  of(session: string | undefined): World[] {
    const prefix = key(session, "");
    return [...this.#known].flatMap(([name, world]) => (name.startsWith(prefix) ? [world] : []));
  }

  clear(): void {
    this.#known.clear();
  }

  /** Takes in an event of a session. */
  note(session: string | undefined, method: string, params: Fields): void {
    switch (method) {
      case "Runtime.executionContextCreated": {
        const world = worldOf(params);
        if (world !== undefined) this.#known.set(key(session, world.id), world);
        break;
      }
      case "Runtime.executionContextDestroyed":
        this.#known.delete(key(session, params.executionContextId));
        break;
      case "Runtime.executionContextsCleared":
        this.#forget(session);
        break;
      case "Target.detachedFromTarget":
        this.#forget(params.sessionId as string);
        break;
      default:
    }
  }

  #forget(session: string | undefined): void {
    for (const { id } of this.of(session)) this.#known.delete(key(session, id));
  }
}

const key = (session: string | undefined, id: unknown) => `${session ?? ""} ${String(id)}`;

/** The world that an event reports; undefined if it is not one of the engine's. */
export function worldOf({ context }: Fields): World | undefined {
  const { id, name, origin, auxData } = context as Fields;
  const frame = (auxData as Fields | undefined)?.frameId;
  if (name !== WORLD || typeof id !== "number" || typeof frame !== "string") return undefined;
  return { id, frame, origin: String(origin) };
}

/** The event that reports a world, as the engine gets it. */
export const reported = ({ id, frame }: World): Fields => ({
  context: { id, name: WORLD, auxData: { frameId: frame } },
});
