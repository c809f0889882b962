// Stories of web pages. Each is played against a real server and browser; `site` is the address of the pages.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { uidOf } from "../recorder.mjs";

export const firstLook = {
  async play(recorder, { site }) {
    await recorder.server(["--browser", "chromium"], async (server) => {
      await server.call("navigate_page", { url: `${site}/` });
      const page = await server.call("take_snapshot", {}, { limit: 14 });
      await server.call("click_by_uid", { uid: uidOf(page, "button", "Add bread") });
    });
  },
};

export const fillForm = {
  async play(recorder, { site }) {
    await recorder.server([], async (server) => {
      await server.call("navigate_page", { url: `${site}/` }, { silent: true });
      const page = await server.call("take_snapshot", {}, { silent: true });
      await server.call("click_by_uid", { uid: uidOf(page, "button", "Add bread") }, { silent: true });
      await server.call("take_snapshot", { interactiveOnly: true });
      await server.call("fill_form_by_uid", {
        elements: [
          { uid: uidOf(page, "textbox", "Name"), value: "Ada" },
          { uid: uidOf(page, "combobox", "Delivery"), value: "By bicycle" },
          { uid: /uid=(\S+) \S+ "Day"/.exec(page)?.[1], value: "2030-05-17" },
          { uid: uidOf(page, "checkbox", "Wrap it as a gift"), value: "true" },
        ],
      });
      await server.call("click_by_uid", { uid: uidOf(page, "button", "Place order") });
      await server.call("accept_dialog");
      await server.call("wait_for", { text: "Thank you, Ada" });
    });
  },
};

export const logIn = {
  async play(recorder, { site, folder }) {
    const project = join(folder, "log-in");
    await mkdir(project, { recursive: true });
    recorder.replace(project, "/home/me/project");
    await recorder.server(
      ["--tools", "web,state"],
      async (server) => {
        await server.call("navigate_page", { url: `${site}/login` }, { silent: true });
        const page = await server.call("take_snapshot");
        await server.call(
          "fill_form_by_uid",
          {
            elements: [
              { uid: uidOf(page, "textbox", "User"), value: "ada" },
              { uid: uidOf(page, "textbox", "Password"), value: "correct horse" },
            ],
          },
          { silent: true },
        );
        await server.call("click_by_uid", { uid: uidOf(page, "button", "Sign in") });
        await server.call("storage_state", { action: "save", file: "shop.json" });
      },
      { cwd: project },
    );
    recorder.write("\n");
    await recorder.server(
      ["--storage-state", "shop.json"],
      async (server) => {
        await server.call("navigate_page", { url: `${site}/account` });
      },
      { cwd: project },
    );
  },
};

export const files = {
  async play(recorder, { site, folder }) {
    const project = join(folder, "files");
    await mkdir(project, { recursive: true });
    recorder.replace(project, "/home/me/project");
    recorder.replace(/"[^"]+\/uipilot-[^"/]+\/downloads/g, '"/tmp/uipilot/downloads');
    await writeFile(join(project, "november.csv"), "day,orders\n2026-11-25,21\n");
    await recorder.server(
      ["--tools", "web,more"],
      async (server) => {
        await server.call("navigate_page", { url: `${site}/files` }, { silent: true });
        const page = await server.call("take_snapshot");
        await server.call("click_by_uid", { uid: uidOf(page, "link", "Download report.csv") });
        await server.call("list_downloads");
        const field = /uid=(\S+) \S+ "New report"/.exec(page)?.[1];
        await server.call("upload_file_by_uid", { uid: field, filePath: "november.csv" });
        await server.call(
          "upload_file_by_uid",
          { uid: field, filePath: "/etc/hostname" },
          { code: "PATH_NOT_ALLOWED" },
        );
      },
      { cwd: project },
    );
  },
};

export const agents = {
  async play(recorder, { site }) {
    await recorder.server(["--tools", "web,sessions"], async (server) => {
      const open = async (shown) => {
        const { text } = await server.answer("open_session");
        const id = /[\w-]{22}/.exec(text)?.[0];
        recorder.replace(id, shown);
        recorder.replace(id.slice(0, 6), shown.slice(0, 6));
        recorder.write("\n→ open_session {}");
        recorder.write(text);
        return id;
      };
      const first = await open("pR2m0Xc6b1kQy8sWq9Zt5w");
      const second = await open("hV7dK3nLs0uJf4eYx2Ga9A");
      for (const session of [first, second]) {
        await server.call("navigate_page", { url: `${site}/`, session }, { silent: true });
      }
      const { text: page } = await server.answer("take_snapshot", { session: first });
      await server.answer("take_snapshot", { session: second });
      await server.call("click_by_uid", { uid: uidOf(page, "button", "Add bread"), session: first });
      await server.call("find_in_page", { text: "Basket", session: second });
      await server.call("list_sessions");
    });
  },
};

export const longPage = {
  async play(recorder, { site }) {
    await recorder.server([], async (server) => {
      await server.call("navigate_page", { url: `${site}/contacts` }, { silent: true });
      await server.call("take_snapshot", {}, { limit: 6 });
      const found = await server.call("find_in_page", { text: "person 777", role: "button" });
      await server.call("click_by_uid", { uid: /uid=(\S+) button/.exec(found)?.[1] });
      await server.call("take_snapshot", { since: 0 });
    });
  },
};

export const byMeaning = {
  async play(recorder, { site }) {
    await recorder.server([], async (server) => {
      await server.call("navigate_page", { url: `${site}/` }, { silent: true });
      await server.call("interactWithPage", {
        action: "click",
        target: { by: "role", value: "button", name: "Add cheese" },
      });
      await server.call("interactWithPage", { action: "type", target: { by: "label", value: "Name" }, value: "Ada" });
      await server.call(
        "interactWithPage",
        { action: "click", target: { by: "role", value: "button", name: "Add olives" }, options: { timeoutMs: 500 } },
        { code: "NOT_ENABLED" },
      );
    });
  },
};

export const pictures = {
  async play(recorder, { site, keep }) {
    await recorder.server(["--tools", "web,vision", "--viewport", "900x640"], async (server) => {
      await server.call("navigate_page", { url: `${site}/` });
      await server.call("take_snapshot", {}, { silent: true });
      await server.call("screenshot_page", { marks: true }, { limit: 12 });
      keep("shop-marks.jpg", await server.picture("screenshot_page", { marks: true, format: "jpeg", quality: 70 }));
      await server.call("click_at", { x: 382, y: 305 });
    });
  },
};
