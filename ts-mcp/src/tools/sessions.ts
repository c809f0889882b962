// Sessions by handle: several agents in one server that never meet in one page.

import * as z from "zod/v4";
import { defineTool, type Tool, type ToolContext } from "./define.ts";
import { page } from "./fields.ts";

const handle = z.string().min(1).max(100);

/** How many characters of an id are shown. */
const SHOWN = 6;

const side = z.int().min(1).max(10_000);

export const openSession = defineTool({
  name: "open_session",
  title: "Open a session",
  description:
    "Opens a session with pages, cookies and UIDs of its own. Give its id as session to the other tools. It ends when it is not used.",
  effect: "changes",
  schema: z.strictObject({
    separate: z.boolean().optional().describe("In a browser process of its own"),
    viewport: z.strictObject({ width: side, height: side }).optional(),
    storageState: z.string().min(1).optional().describe("File that storage_state or Playwright saved"),
    proxy: z
      .strictObject({
        server: z.string().min(1).max(2_000).describe("http://[user:password@]host:port, https://, socks5://"),
        bypass: z.string().max(5_000).optional().describe("Hosts, separated by commas"),
      })
      .optional(),
    ignoreHttpsErrors: z.boolean().optional().describe("Take self-signed certificates"),
  }),
  example: {},
  handler: async ({ separate, viewport, storageState, proxy, ignoreHttpsErrors }, { sessions, roots }) => {
    const stateFile = storageState === undefined ? undefined : await roots.resolve(storageState);
    const id = await sessions.open({
      separate,
      stateFile,
      ...(viewport === undefined ? {} : { viewport }),
      ...(proxy === undefined
        ? {}
        : { proxy: { server: proxy.server, ...(proxy.bypass === undefined ? {} : { bypass: proxy.bypass }) } }),
      ...(ignoreHttpsErrors === undefined ? {} : { ignoreHttpsErrors }),
    });
    const begins = stateFile === undefined ? " Its browser starts with the first call in it." : "";
    return { summary: `Opened session ${id}.${begins}` };
  },
});

export const closeSession = defineTool({
  name: "close_session",
  title: "Close a session",
  description: "Closes a session with its pages.",
  effect: "destroys",
  schema: z.strictObject({ session: handle }),
  example: { session: "pR2m0Xc6b1kQy8sWq9Zt5w" },
  handler: async ({ session }, { sessions }) => {
    await sessions.close(session);
    return { summary: `Closed session ${session}.` };
  },
});

export const listSessions = defineTool({
  name: "list_sessions",
  title: "List sessions",
  description: "Open sessions with the beginnings of their ids, and their ages.",
  effect: "reads",
  closedWorld: true,
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { sessions }) => {
    const lines = sessions.list().map(({ handle, separate, ageMs, running }) => {
      const busy = running === 0 ? "" : `, ${running} ${running === 1 ? "call" : "calls"} under way`;
      // A whole id would let any agent into the sessions of the others.
      return `${handle.slice(0, SHOWN)}…: open for ${Math.round(ageMs / 1_000)} s${separate ? ", in a browser of its own" : ""}${busy}`;
    });
    const standard = sessions.mustName ? [] : ["The default session, which needs no id."];
    const all = [...standard, ...lines];
    return { summary: all.length === 0 ? "No session is open: open one with open_session." : all.join("\n") };
  },
});

/**
 * The tool with `session` and, unless it names a page already, `page` among its arguments.
 *
 * @param required whether a call must name its session
 */
export function inSession(tool: Tool, required = false): Tool {
  const named = { session: (required ? handle : handle.optional()).describe("From open_session") };
  const own = "page" in tool.schema.shape ? named : { ...named, page: page.optional() };
  return {
    ...tool,
    schema: tool.schema.extend(own) as z.ZodObject,
    run: ({ session: wanted, ...given }, context) => {
      const { page: number, ...rest } = given;
      const onPage = "page" in own ? (number as number | undefined) : undefined;
      return context.sessions.use(wanted as string | undefined, (place) => {
        const session = async () => {
          const found = await place.session();
          return onPage === undefined ? found : found.onPage(onPage);
        };
        return tool.run("page" in own ? rest : given, {
          ...context,
          session,
          sight: place.sight,
          recording: place.recording,
        } satisfies ToolContext);
      });
    },
  };
}
