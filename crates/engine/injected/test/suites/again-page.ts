/** A page with a bit of everything, and a script that changes it at random: the same changes for the same seed. */

const STYLE = `
.none{display:none}.vh{visibility:hidden}.vis{visibility:visible}.ptr{cursor:pointer}.blk{display:block}.inl{display:inline}
.flex{display:flex}.cont{display:contents}.skip{content-visibility:hidden}.abs{position:absolute}
.on + .after{display:none}.on ~ p{cursor:pointer}li:last-child .last{display:none}section:has(.flag) .warn{display:none}
.tip::before{content:"(tip) "}.many:first-child::after{content:attr(title)}input:checked ~ .ticked{visibility:hidden}
.wide{width:40px;height:30px}:empty.hole{display:block}@media (min-width:5000px){.m{display:none}}
nav:focus-within .sub{display:none}`;

const BODY = `
<header><h1 id=h1>Title <small>sub</small></h1><nav aria-label=Main><ul><li><a href="#a">A</a><li class=on><a href="/b" title=Bee>B</a>
<li class=after><a href=c>C</a> <span class=last>new</span></ul><p class=sub>Sub <button>Menu</button></p></nav></header>
<main><section aria-labelledby=h2a><h2 id=h2a>Orders <b>all</b></h2><p>Some <em>words</em> and <a href="#x">links</a>, <code>code</code>.</p>
<table id=t1><caption>List</caption><thead><tr><th>Name<th>City<th>Go</thead><tbody>
<tr><th>Ada<td>Bern<td><button>Edit</button><tr><td>Bob<td><span class=tip>Lima</span><td><button aria-label="Edit Bob">x</button>
<tr><td><input type=checkbox aria-label=Pick><td>Oslo<td><a href="#o">Open</a></table>
<table><tr><td>left<td>right</table></section>
<section class=box><p class=warn>Warn</p><form><fieldset><legend>Who</legend><label>Name <input name=n value=Ann></label>
<label for=c1>Agree</label><input type=checkbox id=c1 class=vh><label><input type=radio name=r checked>One</label><label><input type=radio name=r>Two</label>
<span class=ticked>ok</span><p id=hint>A hint</p><input id=i1 aria-describedby=hint aria-label=Zip placeholder=code><input type=password id=pw>
<input type=file class=none aria-label=Photo><select id=s1 aria-label=Size><option>S<option>M<option>L</select>
<select id=s2 multiple aria-labelledby="hint s2"><option>x<option selected>y</select><textarea id=ta>text</textarea>
<label>Every <input type=number value=5 size=2> days <input type=checkbox style="opacity:0;position:absolute"></label></fieldset></form></section>
<section><details id=d1><summary>More</summary><p>Hidden <button>Inner</button></p></details>
<figure id=f1><img src=/x.png width=20 height=20><figcaption>Fig one</figcaption></figure><img src=/y.png alt=Why><svg id=sv width=20 height=20 role=img><title>Draw</title><g><text>t</text></g></svg>
<div id=ed contenteditable>Edit <b>me</b></div><div class=ptr><span>Clickable</span> thing</div><div tabindex=0 class=wide></div><div id=hole class=hole></div>
<dialog id=dlg><p>Sure?</p><button>Yes</button></dialog><div id=pop popover>Popped <a href="#p">in</a></div>
<div role=tablist aria-owns=tb2><div role=tab id=tb1 aria-selected=true>T1</div></div><div role=tab id=tb2>T2</div>
<ul role=tree><li role=treeitem>One<ul role=group><li role=treeitem>Deep</ul></ul><div role=listbox id=lb><div role=option aria-selected=true>O1</div><div role=option>O2</div></div>
<div role=combobox aria-controls=lb id=cb tabindex=0></div><p id=cbl>Pick <span aria-labelledby=h2a>x</span></p><button aria-labelledby="cbl cb">b</button>
</section><section><x-card id=xc><b>light</b> text <i slot=s>slotted</i></x-card><div id=host><p>in host</p></div><div id=plain>plain div</div></section>
<article><p>Long <span>run <b>of</b> text</span><br>with break</p>text <div>block <span>in</span></div> tail <hr> more<ol class=many-list><li class=many title=t1>1<li class=many title=t2>2<li>3</ol>
<div><div><div><button>Nested</button></div></div></div><p class=m>media</p><p><button>only</button></p><h3></h3><div aria-hidden=true>quiet <a href="#q">q</a></div><div inert>still <button>no</button></div></article></main>
<footer id=foot>Foot <a href="https://e.x/">out</a></footer>`;

const SCRIPT = `
const cards = (host, html) => { (host.shadowRoot ?? host.attachShadow({mode:"open"})).innerHTML = html; };
cards(document.getElementById("xc"), "<style>.n{display:none}::slotted(b){cursor:pointer}</style><h4>Card</h4><slot></slot><div class=k><slot name=s>none</slot></div><x-in></x-in>");
cards(document.getElementById("xc").shadowRoot.querySelector("x-in"), "<button>deep</button><p>deep text</p>");
function changes(seed) {
  let s = seed * 2654435761 % 4294967296 || 1;
  const rnd = (n) => { s ^= s << 13; s >>>= 0; s ^= s >>> 17; s ^= s << 5; s >>>= 0; return s % n; };
  const pick = (list) => list[rnd(list.length)];
  const trees = () => { const out = [document.body]; for (let i = 0; i < out.length; i++) for (const el of out[i].querySelectorAll("*")) if (el.shadowRoot) out.push(el.shadowRoot); return out; };
  const all = () => trees().flatMap((tree) => [...tree.querySelectorAll("*")]);
  const small = () => { for (let i = 0; i < 20; i++) { const el = pick(all()); if (el && el.querySelectorAll("*").length < 25) return el; } return document.getElementById("plain") ?? document.body.lastElementChild; };
  const ids = () => [...document.querySelectorAll("[id]")].map((el) => el.id);
  const words = "alpha beta gamma delta".split(" ");
  const snippets = ["<p>New <a href='#n'>link</a></p>", "<button>New</button>", " text ", "<label>L <input value=v></label>", "<li>item <b>x</b></li>", "<tr><td>c1<td>c2</tr>", "<th scope=row>H</th>", "<input type=checkbox id=c1><label for=c1>Other</label>", "<div role=tab>T</div>", "<legend>Leg</legend>", "<figcaption>Cap</figcaption>", "<summary>Sum</summary>", "<div class=flag></div>", "<slot></slot>", "<b slot=s>S</b>", "<option>opt</option>", "<input type=file hidden>", "<h2 id=h2a>Dup</h2>", "<svg width=9 height=9><title>s</title></svg>", "<iframe width=30 height=30></iframe>", "<label for=i1>Zipped</label>", "<table><tr><th>q<td>r</table>", "<div style='display:none'><input type=file></div>"];
  const attributes = [["class", "none"], ["class", "vh"], ["class", "vis"], ["class", "ptr"], ["class", "on"], ["class", "after"], ["class", "flag"], ["class", "tip"], ["class", "cont"], ["class", "blk"], ["class", "inl"], ["class", "skip"], ["class", "wide hole"], ["class", "many"], ["class", "flex"], ["class", ""], ["hidden", ""], ["style", "display:inline-block"], ["style", "display:none"], ["style", "visibility:hidden"], ["style", "width:0;height:0;overflow:hidden"], ["role", "button"], ["role", "none"], ["role", "list"], ["role", "listitem"], ["role", "region"], ["role", "table"], ["role", "heading"], ["role", "group"], ["role", "option"], ["aria-label", "lab"], ["aria-label", ""], ["aria-hidden", "true"], ["aria-expanded", "true"], ["aria-disabled", "true"], ["aria-current", "page"], ["aria-selected", "true"], ["aria-checked", "mixed"], ["title", "tit"], ["disabled", ""], ["open", ""], ["href", "#changed"], ["alt", "alt"], ["alt", ""], ["tabindex", "0"], ["tabindex", "-1"], ["contenteditable", ""], ["inert", ""], ["draggable", "true"], ["slot", "s"], ["slot", ""], ["name", "s"], ["scope", "row"], ["onclick", "1"], ["data-x", "1"], ["placeholder", "ph"], ["required", ""], ["readonly", ""], ["type", "checkbox"], ["popover", ""]];
  const ops = [
    () => { const walker = document.createTreeWalker(pick(trees()), 4); const found = []; while (walker.nextNode()) if (!/^(STYLE|SCRIPT)$/.test(walker.currentNode.parentNode.nodeName)) found.push(walker.currentNode); if (found.length) pick(found).data = pick(["", " ", pick(words), pick(words) + " " + pick(words)]); },
    () => { const [name, value] = pick(attributes); small().setAttribute(name, value); },
    () => { const [name, value] = pick(attributes); small().setAttribute(name, value); },
    () => { const el = small(); const names = el.getAttributeNames().filter((name) => name !== "id" || rnd(3) === 0); if (names.length) el.removeAttribute(pick(names)); },
    () => { const list = pick(["aria-labelledby", "aria-describedby", "aria-owns", "aria-controls"]); small().setAttribute(list, pick(ids()) + (rnd(2) ? " " + pick(ids()) : "")); },
    () => { const el = small(); el.id = rnd(2) ? pick(ids()) : "n" + rnd(99); },
    () => { const el = pick([...document.querySelectorAll("label")]); if (el) el.htmlFor = pick(ids()); },
    () => small().insertAdjacentHTML(pick(["beforebegin", "afterbegin", "beforeend", "afterend"]), pick(snippets)),
    () => small().insertAdjacentHTML(pick(["beforebegin", "afterbegin", "beforeend", "afterend"]), pick(snippets)),
    () => small().remove(),
    () => { const el = small(); const to = small(); if (!el.contains(to) && to.getRootNode() !== el) try { to.before(el); } catch {} },
    () => { const el = small(); if (!el.querySelector("style")) el.textContent = pick(words); },
    () => { const el = pick([...document.querySelectorAll("input:not([type=file])")]); if (el) el.value = pick(["", "7", pick(words)]); },
    () => { const el = pick([...document.querySelectorAll("input[type=checkbox],input[type=radio]")]); if (el) { if (rnd(3)) el.checked = !el.checked; else el.indeterminate = !el.indeterminate; } },
    () => { const el = pick([...document.querySelectorAll("select")]); if (el?.options.length) { if (el.multiple) pick([...el.options]).selected = rnd(2) === 0; else el.selectedIndex = rnd(el.options.length); } },
    () => { const el = pick([...document.querySelectorAll("textarea")]); if (el) el.value = pick(words); },
    () => { const el = pick(all().filter((el) => el.matches("a,button,input,textarea,[tabindex]"))); if (rnd(3)) el?.focus(); else document.activeElement?.blur(); },
    () => { const el = document.querySelector("dialog"); try { if (el?.open) el.close(); else if (rnd(2)) el?.showModal(); else el?.show(); } catch {} },
    () => { const el = document.querySelector("[popover]"); try { el?.togglePopover(); } catch {} },
    () => { const el = pick([...document.querySelectorAll("div,section,p,x-card")]); if (el && !el.shadowRoot && el.querySelectorAll("*").length < 12) try { cards(el, pick(["<p>shade</p><slot></slot>", "<slot name=s></slot>", "<button>in</button>"])); } catch {} },
    () => { const el = all().find((el) => el.shadowRoot && rnd(2)); if (el) el.shadowRoot.append(pick(words)); },
    () => { const el = pick([...document.querySelectorAll("details")]); if (el) el.open = !el.open; },
    () => { const sheet = document.styleSheets[0]; if (rnd(2)) sheet.insertRule(pick([".k{display:none}", "figure{display:none}", ".tip::after{content:'!'}", "p:hover{display:none}"]), sheet.cssRules.length); else if (sheet.cssRules.length > 24) sheet.deleteRule(sheet.cssRules.length - 1); },
    () => { const sheet = new CSSStyleSheet(); sheet.replaceSync(pick(["em{display:none}", "b{cursor:pointer}", ""])); document.adoptedStyleSheets = [sheet]; },
    () => { small().animate({ visibility: ["hidden", "hidden"] }, { duration: 1e6 }); },
    () => { const list = document.getAnimations(); if (list.length) pick(list).cancel(); },
    () => { scrollTo(0, rnd(600)); },
    () => { const el = small(); el.ariaLabelledByElements !== undefined && (el.ariaLabelledByElements = [small()]); },
    () => { document.title = pick(words); },
  ];
  for (let n = 1 + rnd(3); n > 0; n--) try { pick(ops)(); } catch (error) { if (!/NotFound|Hierarchy|NoModification|InvalidState|null|undefined/.test(String(error))) throw error; }
}`;

export const CHANGING = `<!doctype html><title>t</title><style>${STYLE}</style><body>${BODY}<script>${SCRIPT}</script>`;
