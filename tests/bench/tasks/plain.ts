/** Tasks on pages without a library. */

import { click, fill, type Task } from "./task.ts";

const list = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join("");
const frame = (content: string): string =>
  `<header><nav aria-label="Main">${list(8, (n) => `<a href="/area/${n}">Area ${n}</a> `)}</nav></header><main>${content}</main>
  <footer>${list(10, (n) => `<a href="/about/${n}">Footer link ${n}</a> `)}<p>Terms, imprint and further notes</p></footer>`;

const login: Task = {
  name: "sign in, wrong first",
  page: (site) =>
    site.html(
      frame(`<h1>Sign in</h1><form id="f"><label>User <input id="u"></label> <label>Password <input id="p" type="password"></label>
    <button>Go</button><div id="m"></div></form><script>
    f.onsubmit = () => { if (p.value === "right") document.querySelector("main").innerHTML = "<h1>Welcome, Ada</h1><button>Sign out</button>";
      else m.innerHTML = "<p role=alert>Wrong password</p>"; return false; };</script>`),
    ),
  steps: [
    fill("textbox", "User", "ada"),
    fill("textbox", "Password", "wrong"),
    click("button", "Go"),
    fill("textbox", "Password", "right"),
    click("button", "Go"),
  ],
  end: "Welcome, Ada",
};

const todo: Task = {
  name: "to-do list of 40",
  page: (site) =>
    site.html(
      frame(`<h1>To do</h1><form id="f"><label>New <input id="n"></label><button>Add</button></form><p id="c">40 left</p>
    <ul id="l">${list(40, (n) => `<li><label><input type="checkbox"> Task ${n}</label> <button aria-label="Delete task ${n}">×</button></li>`)}</ul><script>
    const count = () => { c.textContent = l.querySelectorAll("input:not(:checked)").length + " left"; };
    f.onsubmit = () => { l.insertAdjacentHTML("beforeend", "<li><label><input type=checkbox> " + n.value + "</label> <button aria-label='Delete " + n.value + "'>×</button></li>"); n.value = ""; count(); return false; };
    l.onclick = (e) => { if (e.target.tagName === "BUTTON") e.target.parentElement.remove(); count(); };</script>`),
    ),
  steps: [
    fill("textbox", "New", "Milk"),
    click("button", "Add"),
    fill("textbox", "New", "Bread"),
    click("button", "Add"),
    click("checkbox", "Milk"),
    click("checkbox", "Task 3"),
    click("button", "Delete task 7"),
  ],
  end: "39 left",
};

const shop: Task = {
  name: "shop with 60 products",
  page: (site) =>
    site.html(
      frame(`<h1>Products</h1><p id="b">Basket: 0</p><label>Search <input id="q"></label><button id="s">Search</button>
    <div id="r">${list(60, (n) => `<article><h2>Lamp ${n}</h2><p>A lamp of kind ${n}, ${10 + n} EUR</p><button aria-label="Add lamp ${n}">Add</button></article>`)}</div><script>
    let count = 0;
    r.onclick = (e) => { if (e.target.tagName === "BUTTON") { b.textContent = "Basket: " + ++count; e.target.textContent = "Added"; } };
    s.onclick = () => setTimeout(() => { for (const a of r.children) a.hidden = !a.textContent.includes(q.value); }, 40);
    b.insertAdjacentHTML("afterend", "<button id=k>Open basket</button>");
    k.onclick = () => { document.body.insertAdjacentHTML("beforeend", "<div role=dialog aria-label=Basket><p>" + count + " lamps</p><label>Code <input></label><button id=o>Order</button></div>");
      o.onclick = () => { document.querySelector("[role=dialog]").innerHTML = "<p>Thank you for your order</p>"; }; };</script>`),
    ),
  steps: [
    fill("textbox", "Search", "kind 4"),
    click("button", "Search"),
    click("button", "Add lamp 4"),
    click("button", "Add lamp 41"),
    click("button", "Open basket"),
    fill("textbox", "Code", "X-1"),
    click("button", "Order"),
  ],
  end: "Thank you for your order",
};

const wizard: Task = {
  name: "wizard of 5 pages",
  page: (site) =>
    site.html(
      frame(`<h1>Apply</h1><div id="w"></div><script>
    const show = (n) => { w.innerHTML = n > 5 ? "<h2>Sent</h2>" : "<h2>Step " + n + " of 5</h2>" + Array.from({ length: 6 }, (_, i) => "<label>Question " + n + "." + i + " <input></label>").join("") + "<button id=go>Next " + n + "</button>";
      if (n <= 5) go.onclick = () => show(n + 1); };
    show(1);</script>`),
    ),
  steps: [1, 2, 3, 4, 5].flatMap((n) => [
    fill("textbox", `Question ${n}.0`, "yes"),
    fill("textbox", `Question ${n}.3`, "no"),
    click("button", `Next ${n}`),
  ]),
  end: "Sent",
};

/** The tasks. */
export const plainTasks: readonly Task[] = [login, todo, shop, wizard];
