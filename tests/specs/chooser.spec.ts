import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

/** A button whose click makes an input that never joins the page, and opens its chooser. */
const opener = (name: string, attributes: string, before = "") => `<button>${name}</button><script>{
  const button = document.currentScript.previousElementSibling;
  button.onclick = async () => {
    ${before}
    const holder = document.createElement("div");
    holder.innerHTML = '<input type="file" ${attributes}>';
    const input = holder.firstChild;
    input.onchange = async () => record("files", {
      names: Array.from(input.files, (file) => file.webkitRelativePath || file.name).sort().join(),
      text: await input.files[0].text(),
    });
    input.click();
  };
}</script>`;

inEachBrowser("file choosers", (t) => {
  const file = (name: string, text = name): string => {
    const at = path.join(t.pilot.folder, name);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, text);
    return name;
  };

  /** The UID of what has this name, after a look. */
  const uid = async (name: string): Promise<string | undefined> =>
    (await t.pilot.snapshot()).nodes.find((node) => node.uid && node.name.includes(name))?.uid;

  it("answers the chooser that a click opens, though no input is in the page", async () => {
    const page = t.site.html(opener("Attach", ""));
    await t.pilot.see(page);
    const answer = await t.pilot.ok("upload_file_by_uid", {
      uid: t.pilot.uid("button", "Attach"),
      filePath: file("a.txt"),
    });
    expect(answer).toContain("a.txt");
    expect(answer).not.toContain("file chooser");
    expect(await page.event("files")).toMatchObject({ names: "a.txt", text: "a.txt" });
  });

  it("answers one that opens after the page has asked its server, and one in a frame of another origin", async () => {
    const late = t.site.html(opener("Late", "multiple", "await new Promise((go) => setTimeout(go, 300));"));
    await t.pilot.see(late);
    const filePath = [file("b.txt"), file("c.txt")];
    await t.pilot.ok("upload_file_by_uid", { uid: t.pilot.uid("button", "Late"), filePath });
    expect(await late.event("files")).toMatchObject({ names: "b.txt,c.txt" });
    const inner = t.site.html(opener("Framed", ""));
    await t.pilot.see(t.site.html(`<iframe src="${inner.otherOrigin}"></iframe>`));
    await t.pilot.ok("upload_file_by_uid", { uid: t.pilot.uid("button", "Framed"), filePath: "b.txt" });
    expect(await inner.event("files")).toMatchObject({ names: "b.txt" });
  });

  it("answers several choosers of one page, each with its own files", async () => {
    const page = t.site.html(opener("Front", "") + opener("Back", ""));
    await t.pilot.see(page);
    for (const side of ["Front", "Back"]) {
      await t.pilot.ok("upload_file_by_uid", { uid: t.pilot.uid("button", side), filePath: file(`${side}.txt`) });
    }
    await expect.poll(() => page.events("files").map((event) => event.names)).toEqual(["Front.txt", "Back.txt"]);
  });

  it("says after a click that a chooser opened", async () => {
    const page = t.site.html(opener("Attach", "multiple"));
    await t.pilot.see(page);
    const answer = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Attach") });
    expect(answer).toContain("A file chooser opened and was cancelled; it takes several files.");
  });

  it("refuses what the chooser does not take, and says that the click was done", async () => {
    const page = t.site.html(`${opener("One", "")}${opener("Folder", "webkitdirectory")}
      <button onclick="record('pressed', {})">Plain</button><input aria-label="Field">`);
    await t.pilot.see(page);
    const fails = async (code: string, name: string, filePath: string | string[]) =>
      t.pilot.fails(code, "upload_file_by_uid", { uid: await uid(name), filePath });
    expect(await fails("INVALID_INPUT", "One", [file("b.txt"), file("c.txt")])).toContain(
      "was clicked; its file chooser accepts one",
    );
    expect(await fails("INVALID_INPUT", "Folder", "b.txt")).toContain("was clicked; its file chooser takes a folder");
    expect(await fails("WRONG_ELEMENT", "Plain", "b.txt")).toContain(
      "was clicked, but it is no file input and opened no file chooser",
    );
    await page.event("pressed");
    expect(await fails("WRONG_ELEMENT", "Field", "b.txt")).toContain("not a file input");
    expect(page.events("files")).toEqual([]);
  });

  describe("folders", () => {
    it("are uploaded with all their files, or refused where the browser's protocol cannot", async () => {
      const page = t.site.html(`<input type="file" webkitdirectory aria-label="Folder" onchange="record('files', {
        names: Array.from(this.files, (file) => file.webkitRelativePath).sort().join() })">${opener("Made", "webkitdirectory")}`);
      await t.pilot.see(page);
      file("album/one.txt");
      file("album/deep/two.txt");
      for (const name of ["Folder", "Made"]) {
        const call = { uid: await uid(name), filePath: "album" };
        if (t.browser === "firefox") {
          expect(await t.pilot.fails("UNSUPPORTED", "upload_file_by_uid", call)).toContain("folder");
          continue;
        }
        await t.pilot.ok("upload_file_by_uid", call);
        await expect.poll(() => page.events("files").at(-1)?.names).toBe("album/deep/two.txt,album/one.txt");
        page.forget();
      }
    });

    it("are refused with a file in them that may not be uploaded", async () => {
      const page = t.site.html(
        `<input type="file" webkitdirectory aria-label="Folder" onchange="record('files', {})">`,
      );
      await t.pilot.see(page);
      file("linked/one.txt");
      symlinkSync("/etc/passwd", path.join(t.pilot.folder, "linked/two.txt"));
      const call = { uid: await uid("Folder"), filePath: "linked" };
      expect(await t.pilot.fails("PATH_NOT_ALLOWED", "upload_file_by_uid", call)).toContain("two.txt");
      file("hidden/.env");
      expect(await t.pilot.fails("PATH_NOT_ALLOWED", "upload_file_by_uid", { ...call, filePath: "hidden" })).toContain(
        ".env",
      );
      expect(page.events("files")).toEqual([]);
    });
  });
});
