/** What the growth test repeats: navigations with frames, popups, downloads, dialogs, and looks at a moving page. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Pilot } from "../support/pilot.ts";
import type { Site } from "../support/site.ts";

/** Something to repeat. */
export interface Load {
  name: string;
  /** How many times a full run repeats it. */
  times: number;
  /** Prepares the pages. Returns what one round does, and what ends the load's own servers. */
  prepare: (pilot: Pilot, site: Site) => Promise<{ step: (round: number) => Promise<unknown>; close?: () => void }>;
}

/** Each visit takes a snapshot, so that the elements of every frame get UIDs. */
const navigations: Load = {
  name: "navigations with five frames",
  times: 2_000,
  prepare: async (pilot, site) => {
    const rows = "<p>Row <a href='#'>link</a> <button>Act</button></p>".repeat(20);
    const inner = site.html(rows);
    const pages = ["One", "Two"].map((title) =>
      site.html(
        `<h1>${title}</h1>${rows}
         <iframe src="${inner.url}"></iframe><iframe src="${inner.url}"></iframe>
         <iframe src="${inner.otherOrigin}"></iframe><iframe src="${inner.otherOrigin}"></iframe>
         <iframe srcdoc="<button>Inner</button>"></iframe>`,
        { title },
      ),
    );
    const step = async (round: number): Promise<void> => {
      await pilot.open(pages[round % pages.length]?.url ?? "");
      await pilot.ok("take_snapshot");
    };
    return { step };
  },
};

/** The popup closes itself, so that no call of the client ends it. */
const popups: Load = {
  name: "popups that close themselves",
  times: 1_000,
  prepare: async (pilot, site) => {
    const popup = site.html("<button>Shown</button><script>onload = () => { opener.shown(); close(); }</script>");
    const page = site.html(
      `<button onclick="window.open('${popup.url}')">Open</button><script>shown = () => record("shown")</script>`,
    );
    await pilot.see(page);
    const step = async (): Promise<void> => {
      page.forget();
      await pilot.click("button", "Open");
      await page.event("shown");
    };
    return { step };
  },
};

const downloads: Load = {
  name: "downloads",
  times: 1_000,
  prepare: async (pilot, site) => {
    const headers = { "content-disposition": "attachment; filename=report.csv" };
    const file = site.resource({ type: "text/csv", body: "a,b\n".repeat(100), headers });
    await pilot.see(site.html(`<a href="${file.url}">Get</a>`));
    return { step: () => pilot.click("link", "Get") };
  },
};

const dialogs: Load = {
  name: "dialogs",
  times: 1_000,
  prepare: async (pilot, site) => {
    const kinds = ["alert", "confirm", "prompt"];
    await pilot.see(site.html(kinds.map((kind) => `<button onclick="${kind}('Well?')">${kind}</button>`).join("")));
    const step = async (round: number): Promise<void> => {
      await pilot.click("button", kinds[round % kinds.length]);
      await pilot.ok(round % 2 === 0 ? "accept_dialog" : "dismiss_dialog");
    };
    return { step };
  },
};

/** A server whose page hears each call of `move`, so that a page can change between two looks without a timer. */
async function startMover(): Promise<{ url: string; move: () => void; close: () => void }> {
  const listeners = new Set<ServerResponse>();
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "access-control-allow-origin": "*" });
    response.write(":\n\n");
    listeners.add(response);
    response.once("close", () => listeners.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    move: () => {
      for (const listener of listeners) listener.write("data: move\n\n");
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * One look a second for eight hours, without the pauses. The page replaces a tenth of its rows for each look, so that
 * elements with UIDs come and go in one document.
 */
const looks: Load = {
  name: "changes of a moving page",
  times: 8 * 3_600,
  prepare: async (pilot, site) => {
    const mover = await startMover();
    const page = site.html(`<ul id="list"></ul><p id="clock"></p><script>
      let n = 0;
      const add = () => {
        const row = document.createElement("li");
        row.innerHTML = '<a href="#">Row ' + n++ + '</a>';
        list.append(row);
      };
      for (let i = 0; i < 50; i++) add();
      const move = () => {
        for (let i = 0; i < 5; i++) { list.firstChild.remove(); add(); }
        clock.textContent = "Tick " + n;
      };
      const source = new EventSource("${mover.url}");
      source.onmessage = move;
      source.onopen = () => record("listening");
    </script>`);
    await pilot.see(page);
    await page.event("listening");
    const step = (): Promise<unknown> => {
      mover.move();
      return pilot.ok("take_snapshot", { since: 0 });
    };
    return { step, close: mover.close };
  },
};

/** All loads, by the name that the command line takes. */
export const loads: Readonly<Record<string, Load>> = { navigations, popups, downloads, dialogs, looks };
