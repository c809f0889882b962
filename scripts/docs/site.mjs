// The pages of the stories: a place to log in, files to bring and to take, a long list, and the demo's shop.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

/** Shown instead of the port that the system chose. */
export const shownOrigin = "http://shop.example";

const html = (title, body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
  <style>body { font: 16px/1.5 sans-serif; max-width: 40rem; margin: 2rem auto; }</style><h1>${title}</h1>${body}</html>`;

const login = html(
  "Sign in",
  `<form method="post" action="/login"><label>User <input name="user"></label>
  <label>Password <input name="password" type="password"></label><button>Sign in</button></form>`,
);

const files = html(
  "Reports",
  `<p><a href="/report.csv" download>Download report.csv</a></p>
  <label>New report <input type="file" onchange="document.querySelector('output').textContent =
    'Received ' + this.files[0].name + ', ' + this.files[0].size + ' bytes'"></label><output></output>`,
);

const contacts = html(
  "Contacts",
  `<table><tr><th>Name</th><th>Town</th><th></th></tr>${Array.from({ length: 1_000 }, (_, index) => {
    const town = ["Turin", "Ghent", "Porto", "Graz"][index % 4];
    return `<tr><td>Person ${index + 1}</td><td>${town}</td><td><button onclick="this.closest('tr').remove()">Delete person ${index + 1}</button></td></tr>`;
  }).join("")}</table>`,
);

/** Starts the site. Returns its address without a slash at the end, and a function that ends it. */
export async function startSite() {
  const shop = await readFile(new URL("../demo/shop.html", import.meta.url), "utf8");
  const server = createServer((request, response) => {
    const send = (body, type = "text/html; charset=utf-8", status = 200) =>
      response.writeHead(status, { "content-type": type }).end(body);
    const user = /user=(\w+)/.exec(request.headers.cookie ?? "")?.[1];
    if (request.method === "POST" && request.url === "/login") {
      request.resume();
      return response.writeHead(303, { "set-cookie": "user=ada; HttpOnly; Max-Age=86400", location: "/account" }).end();
    }
    switch (request.url) {
      case "/":
        return send(shop);
      case "/login":
        return send(login);
      case "/account":
        if (!user) return response.writeHead(303, { location: "/login" }).end();
        return send(html("Your account", `<p>Signed in as ${user}</p><a href="/orders">Orders</a>`));
      case "/files":
        return send(files);
      case "/report.csv":
        return send("day,orders\n2026-11-24,17\n2026-11-25,21\n", "text/csv");
      case "/contacts":
        return send(contacts);
      default:
        return send("", "text/plain", 404);
    }
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
