/** The pages of a shop, for the spec of confirmations. */

/** What every other address shows. */
export const PAGE = `<!doctype html><link rel="icon" href="data:,"><title>Shop</title><style>button { font-size: 20px }</style>
  <button onclick="fetch('/pay')"><span id="inner">Pay <b>now</b></span></button>
  <button onclick="fetch('/cancel')">Cancel</button>
  <form onsubmit="fetch('/order'); return false"><label>Name <input></label></form>`;

/** Controls that lie inside of others or on them. */
const TRICKS = `<!doctype html><link rel="icon" href="data:,"><title>Tricks</title><label>Name <input></label><ul>
  <li aria-label="Row" tabindex="0"><a href="/pay-link" style="display:block">Pay link</a></li>
  <li aria-label="Plain" tabindex="0" onclick="fetch('/plain')">A row</li></ul>
  <div style="position:relative;height:60px"><button style="position:absolute;left:0;top:0;width:120px;height:40px">Under</button>
  <button onclick="fetch('/pay-over')" style="position:absolute;left:0;top:0;width:120px;height:40px">Pay over</button></div>
  <button id="later" onclick="fetch('/pay-later')">Pay later</button>`;

/** What its row holds changes when the server says so. */
const SWAPS = `<!doctype html><link rel="icon" href="data:,"><title>Swaps</title><ul><li aria-label="Row" tabindex="0"></li></ul>
  <label for="labelled" role="note" aria-label="Hint">Hint</label> <button id="labelled" onclick="fetch('/' + textContent)"></button>
  <ul role="listbox" aria-label="List"><li role="option" data-value="it" onclick="fetch('/' + textContent)"></li></ul><script>
  const row = document.querySelector("li");
  const fill = (what) => {
    row.innerHTML = '<a href="/' + what + '" style="display:block">Pay ' + what + '</a>';
    for (const el of document.querySelectorAll("button,[role=option]")) el.textContent = "Pay " + what;
  };
  fill("one");
  new EventSource("/swap").onmessage = () => { fill("thousand"); fetch("/swapped"); };
</script>`;
/** Controls that are not the element which a call names. */
const INDIRECT = `<!doctype html><link rel="icon" href="data:,"><title>Indirect</title><style>label { position: fixed; width: 90px; height: 20px; left: 0 }</style>
  <label for="a" style="top:0">Go on</label><button id="a" onclick="fetch('/pay')" style="margin-left:200px">Pay now</button>
  <label for="b" role="note" aria-label="Hint" style="top:30px">Hint</label><input id="b" type="checkbox" aria-label="Pay by card" onchange="fetch('/pay')">
  <label style="top:60px;width:180px"><span>Around</span> <button onclick="fetch('/pay')">Pay inside</button></label>
  <label for="d" style="top:90px">Name</label><input id="d" oninput="fetch('/typed')">`;
const LISTS = `<!doctype html><link rel="icon" href="data:,"><title>Lists</title>
  <ul role="listbox" aria-label="Open"><li role="option" onclick="fetch('/pay')">Pay now</li><li role="option" data-value="wire" onclick="fetch('/pay')">Pay by wire</li><li role="option" onclick="fetch('/wait')">Wait</li></ul>
  <select aria-label="Native" onchange="fetch('/' + value)"><option>None</option><option value="pay">Continue</option><option value="x">Pay x</option><option value="fine">Fine</option></select>
  <div role="combobox" aria-label="Made" tabindex="0" onclick="made.innerHTML = '<li role=option onclick=fetch(&quot;/pay&quot;)>Pay later'">None</div><ul role="listbox" id="made"></ul>
  <div role="combobox" aria-label="Hidden" aria-controls="later" tabindex="0" onclick="later.hidden = false">None</div>
  <ul role="listbox" id="later" hidden><li role="option" data-value="1" onclick="fetch('/pay')">Pay 1</li><li role="option" onclick="fetch('/free'); later.hidden = true">Free</li></ul>
  <input list="suggested" aria-label="Suggested"><datalist id="suggested"><option value="Pay 5"><option value="Rome"></datalist>`;
const NAMES = `<!doctype html><link rel="icon" href="data:,"><meta charset="utf-8"><title>Names</title>
  ${[490, 520, 1_100, 5_000].map((length) => `<button onclick="fetch('/pay')" style="width:100px;height:30px;overflow:hidden">${"w".repeat(length - 4)} pay</button>`).join("")}
  <button onclick="fetch('/pay')">P\u0001ay</button><button onclick="fetch('/long')" style="width:100px;height:30px;overflow:hidden">${"w".repeat(600)}</button>`;
const KEYS = `<!doctype html><link rel="icon" href="data:,"><title>Keys</title><button onfocus="fetch('/focus')" accesskey="p" onclick="fetch('/pay')">Pay now</button>
  <fieldset><label><input type="radio" name="r" id="wait" checked>Wait</label><label><input type="radio" name="r" onchange="fetch('/pay')">Pay it</label></fieldset>
  <label>Name <input id="name"></label>`;
const DROPS = `<!doctype html><link rel="icon" href="data:,"><title>Drops</title>
  <div draggable="true" role="img" aria-label="Card" tabindex="0" style="position:fixed;left:0;top:0;width:90px;height:40px" ondragstart="event.dataTransfer.setData('text/plain', 'x')"></div>
  <div role="region" aria-label="Pay zone" ondragover="event.preventDefault()" ondrop="event.preventDefault();fetch('/pay')" onmouseover="fetch('/over')" style="position:fixed;left:0;top:60px;width:200px;height:100px"></div>
  <div role="slider" aria-label="Amount" aria-valuenow="1" tabindex="0" style="position:fixed;left:300px;top:0;width:90px;height:40px" onpointerup="fetch('/slid')"></div>`;

/** What keys change where the focus is. */
const FIELDS = `<!doctype html><link rel="icon" href="data:,"><title>Fields</title><label>Pay to <input id="to"></label>
  <input type="range" id="slider" aria-label="Pay amount"><label>Name <input id="name"></label>
  <select id="list" aria-label="Native" onchange="fetch('/' + value)"><option value="none">One<option value="pay">Two</select>`;
/** A text in a slot of a button and of a link. */
const SLOTS = `<!doctype html><link rel="icon" href="data:,"><title>Slots</title><style>div { position: fixed; left: 0 }</style>
  <div id="a" style="top:0">Pay now</div><div id="b" style="top:60px">Pay by link</div><div id="c" style="top:120px">Cancel</div><script>
  const style = "<style>button,a{display:block;width:200px;height:40px;font:20px/40px serif;text-align:center}</style>";
  for (const one of [a, c]) one.attachShadow({ mode: "open" }).innerHTML = style + '<button><slot></slot></button>';
  b.attachShadow({ mode: "open" }).innerHTML = style + '<a href="/pay"><slot></slot></a>';
  for (const one of [a, c]) one.onclick = () => fetch("/" + one.textContent.slice(0, 3));
</script>`;
/** A field of another origin; `at` is the server's port. */
export const framing = (
  at: number,
): string => `<!doctype html><link rel="icon" href="data:,"><title>Host</title><label>Name <input id="name"></label>
  <iframe src="http://localhost:${at}/framed"></iframe>`;
const FRAMED = `<!doctype html><link rel="icon" href="data:,"><title>Framed</title>
  <form onsubmit="fetch('/pay'); return false"><label>Amount <input id="amount"></label></form>`;

/** The pages by path. */
export const pages: Record<string, string> = {
  "/tricks": TRICKS,
  "/swaps": SWAPS,
  "/indirect": INDIRECT,
  "/lists": LISTS,
  "/names": NAMES,
  "/keys": KEYS,
  "/drops": DROPS,
  "/fields": FIELDS,
  "/slots": SLOTS,
  "/framed": FRAMED,
};
