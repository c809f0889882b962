import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { browsers, oneBrowser } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { isBrowserMain, marked } from "../support/processes.ts";
import { type Site, startSite } from "../support/site.ts";
import { until } from "../support/wait.ts";

/** The server takes them alike, whatever its browser. */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

for (const browser of browsers) {
  describe(`the life of a server with ${browser}`, () => {
    const withSite = async (body: (site: Site) => Promise<void>): Promise<void> => {
      const site = await startSite();
      try {
        await body(site);
      } finally {
        await site.close();
      }
    };

    it.runIf(browser === "chromium")("starts no renderer for pages of Chromium's own", async () => {
      await withSite(async (site) => {
        const pilot = await Pilot.start({ browser });
        try {
          await pilot.see(site.html("<button>One</button>"));
          const kinds = pilot
            .children()
            .flatMap(({ arguments: given }) => given.filter((word) => word.startsWith("--")));
          expect(kinds).toContain("--type=renderer");
          expect(kinds).not.toContain("--top-chrome-webui");
        } finally {
          await pilot.close();
        }
      });
    });

    it("ends browser and temporary folders with the client's connection", async () => {
      await withSite(async (site) => {
        const pilot = await Pilot.start({ browser });
        await pilot.see(site.html("<button>One</button>"));
        await pilot.browserProcess();
        await pilot.client.close();
        await pilot.gone();
        await until(
          `an empty temporary folder, not ${pilot.temporaryFiles().join(", ")}`,
          () => pilot.temporaryFiles().length === 0,
        );
        await pilot.close();
      });
    });

    it("ends browser and temporary folders when the server is killed with SIGKILL", async () => {
      await withSite(async (site) => {
        const pilot = await Pilot.start({ browser });
        await pilot.see(site.html("<button>One</button>"));
        await pilot.browserProcess();
        process.kill(pilot.pid, "SIGKILL");
        await pilot.gone();
        await until("an empty temporary folder", () => pilot.temporaryFiles().length === 0).catch(() => {
          throw new Error(`left in the temporary folder: ${pilot.temporaryFiles().join(", ")}`);
        });
        await pilot.close();
      });
    });

    it("works where the temporary folder's path is too long for sockets, and leaves nothing when it is killed", async () => {
      const base = mkdtempSync(path.join(tmpdir(), "uipilot-long-"));
      const long = path.join(base, "x".repeat(100));
      mkdirSync(long);
      await withSite(async (site) => {
        const pilot = await Pilot.start({ browser, env: { TMPDIR: long } });
        await pilot.see(site.html("<button>One</button>"));
        const { pid } = pilot;
        process.kill(pid, "SIGKILL");
        await pilot.gone();
        // A short folder for sockets is made in /tmp, whatever the variable says.
        const left = (): string[] =>
          [long, "/tmp"].flatMap((folder) => readdirSync(folder)).filter((name) => name.startsWith(`uipilot-${pid}-`));
        await until("nothing to be left", () => left().length === 0).catch(() => {
          throw new Error(`left: ${left().join(", ")}`);
        });
        expect(readdirSync(long)).toEqual([]);
        await pilot.close();
      });
      rmSync(base, { recursive: true });
    });

    it.each(oneBrowser.includes(browser) ? SIGNALS : SIGNALS.slice(0, 1))("ends all on %s", async (signal) => {
      await withSite(async (site) => {
        const pilot = await Pilot.start({ browser });
        await pilot.open(site.html("<button>One</button>"));
        process.kill(pilot.pid, signal);
        await pilot.gone();
        await until("an empty temporary folder", () => pilot.temporaryFiles().length === 0);
        await pilot.close();
      });
    });

    it("leaves nothing of a client that only lists the tools and goes", async () => {
      const pilot = await Pilot.start({ browser });
      await pilot.client.listTools();
      await pilot.client.close();
      await pilot.gone();
      expect(pilot.temporaryFiles()).toEqual([]);
      await pilot.close();
    });

    it("lets two clients work at once, each in its own browser", async () => {
      await withSite(async (site) => {
        const pilots = await Promise.all([Pilot.start({ browser }), Pilot.start({ browser })]);
        try {
          const pages = pilots.map((_, index) => site.html(`<button onclick="record('hit')">Button ${index}</button>`));
          await Promise.all(pilots.map((pilot, index) => pilot.see(pages[index]?.url ?? "")));
          await Promise.all(pilots.map((pilot, index) => pilot.click("button", `Button ${index}`)));
          for (const page of pages) await page.event("hit");
        } finally {
          await Promise.all(pilots.map((pilot) => pilot.close()));
        }
      });
    });

    it("answers calls that come at once, each for itself", async () => {
      await withSite(async (site) => {
        const pilot = await Pilot.start({ browser });
        try {
          const page = site.html(
            `${Array.from({ length: 6 }, (_, index) => `<input aria-label="F${index}" id="f${index}">`).join("")}<script>watch("input", "change", "input")</script>`,
          );
          await pilot.see(page);
          await Promise.all(
            Array.from({ length: 6 }, (_, index) => pilot.fill("textbox", `F${index}`, `value ${index}`)),
          );
          const tree = await pilot.snapshot();
          for (let index = 0; index < 6; index += 1)
            expect(tree.node("textbox", `F${index}`).line).toContain(`value ${index}`);
        } finally {
          await pilot.close();
        }
      });
    });

    it("takes a call that comes before the browser is up", async () => {
      await withSite(async (site) => {
        const pilot = await Pilot.start({ browser });
        try {
          const page = site.html("<h1>Early</h1>");
          const [first, second] = await Promise.all([
            pilot.call("navigate_page", { url: page.url }),
            pilot.call("list_pages"),
          ]);
          expect([first?.isError, second?.isError]).toEqual([false, false]);
          expect(pilot.children().filter(isBrowserMain)).toHaveLength(1);
        } finally {
          await pilot.close();
        }
      });
    });

    it("keeps a profile that it was given", async () => {
      await withSite(async (site) => {
        const page = site.html(
          `<script>localStorage.n = Number(localStorage.n ?? 0) + 1; document.write("<h1>Visit " + localStorage.n + "</h1>")</script>`,
        );
        const folder = mkdtempSync(path.join(tmpdir(), "uipilot-profile-"));
        const profile = path.join(folder, "made/by/the/server");
        try {
          for (const visit of [1, 2]) {
            const pilot = await Pilot.start({ browser, args: ["--profile", profile] });
            const tree = await pilot.see(page);
            await pilot.close();
            expect(tree.has("heading", `Visit ${visit}`), tree.text).toBe(true);
          }
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      });
    });

    it("says that another server has the profile, also when both start at once", async () => {
      const folder = mkdtempSync(path.join(tmpdir(), "uipilot-profile-"));
      const args = ["--profile", path.join(folder, "profile")];
      const pilots = await Promise.all([Pilot.start({ browser, args }), Pilot.start({ browser, args })]);
      try {
        const answers = await Promise.all(pilots.map((pilot) => pilot.call("list_pages")));
        expect(answers.map(({ isError }) => isError).sort()).toEqual([false, true]);
        const loser = answers.findIndex(({ isError }) => isError);
        expect(answers[loser]?.code).toBe("LAUNCH_FAILED");
        expect(answers[loser]?.text).toMatch(/the profile ".*" is in use by a running/);
        expect(await pilots[loser]?.fails("LAUNCH_FAILED", "list_pages")).toContain("is in use by a running");
        await pilots[1 - loser]?.ok("list_pages");
      } finally {
        await Promise.all(pilots.map((pilot) => pilot.close()));
        rmSync(folder, { recursive: true, force: true });
      }
    });

    it("says where it looked when the browser is not there", async () => {
      const pilot = await Pilot.start({
        bare: true,
        args: ["--browser", browser, "--headless", "--executable", "/nowhere/browser"],
      });
      try {
        expect(await pilot.fails("BROWSER_NOT_FOUND", "list_pages")).toContain("/nowhere/browser");
        expect(marked(pilot.mark)).toHaveLength(1);
      } finally {
        await pilot.close();
      }
    });

    it("says what the browser said when it does not start", async () => {
      const pilot = await Pilot.start({
        bare: true,
        args: ["--browser", browser, "--headless", "--executable", "/bin/false"],
      });
      try {
        await pilot.fails("LAUNCH_FAILED", "list_pages");
      } finally {
        await pilot.close();
      }
    });
  });
}
