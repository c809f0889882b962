import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

const report = `<script>for (const input of document.querySelectorAll("input[type=file]")) input.addEventListener("change", async () => {
  record("files", { id: input.id, names: [...input.files].map((file) => file.name).join(), text: await input.files[0]?.text() });
});</script>`;

inEachBrowser("uploading", (t) => {
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(t.pilot.folder, name), text);
    return path.join(t.pilot.folder, name);
  };

  it("gives a file to a visible input and names it in the answer", async () => {
    const page = t.site.html(`<label>Picture <input id="v" type="file"></label>${report}`);
    const tree = await t.pilot.see(page);
    const uid = tree.nodes.find((node) => node.uid && node.name.includes("Picture"))?.uid;
    const answer = await t.pilot.ok("upload_file_by_uid", { uid, filePath: file("picture.txt", "pixels") });
    expect(answer).toContain("picture.txt");
    expect(await page.event("files")).toMatchObject({ names: "picture.txt", text: "pixels" });
  });

  it("takes a path that is relative to the allowed folder", async () => {
    file("relative.txt", "here");
    const page = t.site.html(`<input id="v" type="file" aria-label="Any">${report}`);
    const tree = await t.pilot.see(page);
    await t.pilot.ok("upload_file_by_uid", {
      uid: tree.nodes.find((node) => node.uid && node.name.includes("Any"))?.uid,
      filePath: "relative.txt",
    });
    expect(await page.event("files")).toMatchObject({ names: "relative.txt" });
  });

  it("reaches an input that lies unseen over the button that is drawn for it", async () => {
    const page = t.site.html(
      `<div style="position:relative;overflow:hidden;display:inline-block"><button>Choose</button><input id="o" type="file" style="position:absolute;top:0;right:0;opacity:0;font-size:200px"></div>${report}`,
    );
    const uid = (await t.pilot.see(page)).uid("button", "Choose");
    expect(await t.pilot.fails("WRONG_ELEMENT", "click_by_uid", { uid })).toContain("upload_file_by_uid");
    await t.pilot.ok("upload_file_by_uid", { uid, filePath: file("over.txt", "over") });
    expect(await page.event("files")).toMatchObject({ id: "o", names: "over.txt" });
  });

  it("reaches an input that is hidden behind a nicer button", async () => {
    const page = t.site.html(
      `<label for="h" tabindex="0" role="button">Choose a file</label><input id="h" type="file" style="display:none" aria-label="Attachment">${report}`,
    );
    const tree = await t.pilot.see(page);
    const uid = (
      tree.nodes.find((node) => node.uid && node.name === "Attachment") ??
      tree.nodes.find((node) => node.uid && node.name === "Choose a file")
    )?.uid;
    await t.pilot.ok("upload_file_by_uid", { uid, filePath: file("hidden.txt", "x") });
    expect(await page.event("files")).toMatchObject({ id: "h", names: "hidden.txt" });
  });

  it("says that the page has emptied the input, and nothing where it replaced it or left", async () => {
    const left = t.site.html("<h1>Sent</h1>");
    const page = t.site.html(
      `<input id="a" type="file" aria-label="Picky"><button id="b">Attach</button><div id="h"><input id="c" type="file" aria-label="Drawn"></div>
       <form id="f" action="${left.url}"><input id="d" type="file" aria-label="Sender"></form>
       <script>
         a.onchange = () => { a.value = ""; };
         b.onclick = () => { const own = document.createElement("input"); own.type = "file"; own.onchange = () => { own.value = ""; }; own.click(); };
         c.onchange = () => { h.innerHTML = '<input type="file" aria-label="Drawn">'; };
         d.onchange = () => f.submit();
       </script>`,
    );
    const { nodes } = await t.pilot.see(page);
    const put = (name: string): Promise<string> =>
      t.pilot.ok("upload_file_by_uid", {
        uid: nodes.find((node) => node.uid && node.name.includes(name))?.uid,
        filePath: file("again.txt", "again"),
      });
    for (const name of ["Picky", "Attach"]) expect(await put(name)).toContain("has emptied the file input");
    for (const name of ["Drawn", "Sender"]) expect(await put(name)).not.toContain("has emptied");
  });

  it("gives several files at once, and refuses that where only one fits", async () => {
    const page = t.site.html(
      `<input id="m" type="file" multiple aria-label="Many"><input id="s" type="file" aria-label="Single">${report}`,
    );
    const { nodes } = await t.pilot.see(page);
    const uid = (name: string): string | undefined => nodes.find((node) => node.uid && node.name.includes(name))?.uid;
    const filePath = [file("one.txt", "1"), file("two.txt", "2"), file("three.txt", "3")];
    const answer = await t.pilot.ok("upload_file_by_uid", { uid: uid("Many"), filePath });
    expect(answer).toContain("three.txt");
    expect(await page.event("files")).toMatchObject({ id: "m", names: "one.txt,two.txt,three.txt" });
    expect((await t.pilot.call("upload_file_by_uid", { uid: uid("Single"), filePath })).isError).toBe(true);
  });

  it("works inside a frame of another origin", async () => {
    const inner = t.site.html(`<input id="f" type="file" aria-label="Inner file">${report}`);
    const tree = await t.pilot.see(t.site.html(`<iframe src="${inner.otherOrigin}"></iframe>`));
    await t.pilot.ok("upload_file_by_uid", {
      uid: tree.nodes.find((node) => node.uid && node.name.includes("Inner file"))?.uid,
      filePath: file("inner.txt", "x"),
    });
    await inner.event("files");
  });

  it("refuses a file outside of the allowed folders, however the path is written", async () => {
    const outside = mkdtempSync(path.join(tmpdir(), "uipilot-outside-"));
    try {
      writeFileSync(path.join(outside, "secret.txt"), "secret");
      symlinkSync(path.join(outside, "secret.txt"), path.join(t.pilot.folder, "link.txt"));
      const page = t.site.html(`<input id="v" type="file" aria-label="Any">${report}`);
      const tree = await t.pilot.see(page);
      const uid = tree.nodes.find((node) => node.uid && node.name.includes("Any"))?.uid;
      for (const filePath of [
        path.join(outside, "secret.txt"),
        "/etc/passwd",
        "../../etc/passwd",
        "link.txt",
        `../${path.basename(outside)}/secret.txt`,
      ]) {
        await t.pilot.fails("PATH_NOT_ALLOWED", "upload_file_by_uid", { uid, filePath });
      }
      expect(page.events("files")).toEqual([]);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it("says so when there is no such file, or when it is a folder", async () => {
    const tree = await t.pilot.see(t.site.html(`<input type="file" aria-label="Any">`));
    const uid = tree.nodes.find((node) => node.uid && node.name.includes("Any"))?.uid;
    expect(await t.pilot.fails("IO", "upload_file_by_uid", { uid, filePath: "missing.txt" })).toContain("missing.txt");
    expect((await t.pilot.call("upload_file_by_uid", { uid, filePath: "." })).isError).toBe(true);
  });

  it("says so when the target is not a file input", async () => {
    await t.pilot.see(t.site.html(`<button>Not a file</button>`));
    const text = await t.pilot.fails("WRONG_ELEMENT", "upload_file_by_uid", {
      uid: t.pilot.uid("button", "Not a file"),
      filePath: file("a.txt", "a"),
    });
    expect(text).toMatch(/file input|<input type=file>|input type="file"/);
  });
});
