import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { body, prepare, walk } from "../page.ts";

/** [what, markup, lines]: the same in both browsers. */
const CASES: [string, string, string][] = [
  ["plain text", `<p>One <b>two</b> three</p><div>four</div>`, `paragraph "One two three"\ntext "four"`],
  [
    "mixed text",
    `<p>See <a href="/docs">the docs</a> first.</p>`,
    `paragraph\n  text "See"\n  link "the docs" href=/docs\n  text "first."`,
  ],
  [
    "what a label says with the cursor of what is pressed is its control, unless it says a part of it",
    `<label><input type=checkbox checked><span style="cursor:pointer">HTML</span></label><label><input type=radio style="position:absolute;opacity:0"><b style="cursor:pointer">Red</b></label><label><input type=radio style="display:none"><b style="cursor:pointer">Blue</b></label><label><input type=checkbox>I agree to the <span style="cursor:pointer">terms</span></label><label><input type=checkbox><span tabindex=0>Own</span></label>`,
    `checkbox "HTML" checked\nradio "Red" checked=false\nradio "Blue" checked=false\ncheckbox "I agree to the terms" checked=false\ngeneric "terms"\ncheckbox "Own" checked=false\ngeneric "Own"`,
  ],
  ["a rule parts texts", `<div>No tags<hr><span>No system tags</span></div>`, `text "No tags"\ntext "No system tags"`],
  ["heading with a link", `<h2>News <a href="#a">now</a></h2>`, `heading "News now" level=2\n  link "now" href=#a`],
  [
    "label text is not repeated",
    `<label>City <input value="Bern"></label><label for=z>Zip</label><input id=z>`,
    `textbox "City" value=Bern\ntextbox "Zip"`,
  ],
  ["button with an icon", `<button aria-label="Close"><svg><path d="M0 0"/></svg>x</button>`, `button "Close"`],
  [
    "no-break spaces stay in names, not in text",
    `<button>Pay&nbsp;&nbsp; now\n</button><p>5&nbsp;CHF</p><a href="#a" title="Home">&nbsp;</a>`,
    `button "Pay\u00a0\u00a0 now"\nparagraph "5 CHF"\nlink "Home" href=#a`,
  ],
  [
    "an editor's value by lines",
    `<div contenteditable aria-label="E"><div>alpha</div><div>beta <b>g</b>amma</div></div><div contenteditable aria-label="F">one<br>two</div><div contenteditable aria-label="G"><p><br></p></div>`,
    `textbox "E" value=alpha beta gamma\ntextbox "F" value=one two\ntextbox "G"`,
  ],
  [
    "the value of what is no field is what it shows",
    `<div role="combobox" tabindex="0" aria-label="One"><select hidden><option>Red<option>Green</select><span>Red</span><div style="display:none"><p>Green</p></div></div><div role="combobox" tabindex="0" aria-label="Two"><span>Blue</span><div style="visibility:hidden">Black <i style="visibility:visible">White</i></div></div><div contenteditable aria-label="E"><p>Hello</p><style>p{color:red}</style><script>0</script><span style="display:none">hid</span></div>`,
    `combobox "One" value=Red\ncombobox "Two" value=Blue White\ntextbox "E" value=Hello`,
  ],
  [
    "signs beside the field in a combobox are not its value, and what was chosen is",
    `<div role="combobox" aria-label="A" aria-expanded="false"><input type="search" aria-label="Find"><kbd><span>⌃</span> <span>K</span></kbd></div><div role="combobox" aria-label="B"><input aria-label="In" value="typed"><button>▾</button></div><div role="combobox" aria-label="C"><span>Red</span><input aria-label="More"></div>`,
    `combobox "A" expanded=false\n  searchbox "Find"\ncombobox "B"\n  textbox "In" value=typed\n  button "▾"\ncombobox "C" value=Red\n  textbox "More"`,
  ],
  [
    "the label of the field in a combobox is not its value",
    `<div role="combobox" aria-label="A"><label for="u">City</label><input id="u"></div><div role="combobox" aria-label="B"><label for="v">City</label><span>Rome</span><input id="v" readonly></div><div role="combobox" aria-label="C"><label for="w">City</label><input id="w" style="display:none"></div>`,
    `combobox "A"\n  textbox "City"\ncombobox "B" value=Rome\n  textbox "City" readonly\ncombobox "C" value=City`,
  ],
  [
    "what a combobox opens in itself is not its value",
    `<div role="combobox" tabindex="0" aria-label="C" aria-expanded="true"><span>Red</span><div role="listbox"><div>Warm</div><div role="option" tabindex="-1">Red</div><div role="option" tabindex="-1">Pink</div></div></div>`,
    `combobox "C" expanded value=Red\n  listbox\n    text "Warm"\n    option "Red"\n    option "Pink"`,
  ],
  [
    "what the cursor says can be pulled",
    `<ul><li style="cursor:grab">One</li><li><span style="cursor:grab">⠿</span> Two</li><li><i style="cursor:move;display:block;width:9px;height:9px"></i>Three</li></ul><div style="cursor:move"><b>Title</b><button>Close</button></div><div style="cursor:grab"><div style="cursor:pointer"><svg width="9" height="9"><rect width="9" height="9"/></svg></div><p>Inner</p></div><button style="cursor:grab"><i>Up</i></button><div style="cursor:grab">Node<i style="cursor:crosshair;display:block;width:9px;height:9px"></i></div>`,
    `list\n  listitem "One" draggable\n  listitem "⠿ Two" draggable\n  listitem "Three" draggable\ngeneric draggable\n  text "Title"\n  button "Close"\ngeneric "Inner" draggable\n  generic\nbutton "Up"\ngeneric "Node" draggable\n  generic draggable`,
  ],
  [
    "handles of items that have more than a text, and of rows",
    `<style>i{cursor:grab;display:inline-block;width:9px;height:9px}</style><ul><li><i></i><button>Three</button></li><li><i></i><div>Four</div></li><li><i aria-hidden="true"><svg width="9" height="9"></svg></i> Five</li></ul><table><tr><td><i style="cursor:move"></i><td>F<tr><td style="cursor:move"><td>G<tr><td><svg width="9" height="9" style="cursor:move"><path d="M0 0h9v9z"/></svg><td>H</table>`,
    `list\n  listitem\n    generic draggable\n    button "Three"\n  listitem\n    generic draggable\n    text "Four"\n  listitem "Five" draggable\ntable\n  row\n    cell\n      generic draggable\n    cell "F"\n  row\n    cell draggable\n    cell "G"\n  row\n    cell\n      generic draggable\n    cell "H"`,
  ],
  [
    "places for reports that are empty",
    `<div role="alert"><div></div></div><div role="status" aria-busy="true"></div><div role="log"></div><div role="alert">Bad</div><div role="status" aria-label="Sync"></div><ul><li>One<span role="status"></span></li></ul>`,
    `status busy\nalert "Bad"\nstatus "Sync"\nlist\n  listitem\n    text "One"`,
  ],
  [
    "what says by its cursor alone that a control beside or around it is pressed",
    `<style>span,i{cursor:pointer;display:inline-block;width:40px;height:20px}input{position:absolute;opacity:0;width:40px;height:20px;margin:0;z-index:1}</style><label><input type="radio" name="p"><span>Free</span></label><label><input type="radio" name="p"><b>Pro</b><span>?</span></label><div style="position:relative"><input type="checkbox" role="switch" aria-label="Live"><span></span></div><button aria-label="Close"><i></i></button><button>Tag<i></i></button><span></span>`,
    `radio "Free" checked=false\nradio "Pro ?" checked=false\ngeneric "?"\nswitch "Live" checked=false\nbutton "Close"\nbutton "Tag"\n  generic\ngeneric`,
  ],
  [
    "what is only said to screen readers is no part of what something without a role shows",
    `<div style="cursor:pointer"><span aria-live="polite" style="opacity:0;position:absolute">London</span><input aria-label="City" style="opacity:0;width:10px"><span>London</span></div><div style="cursor:pointer"><span aria-live="polite">Saved</span> Now</div>`,
    `generic "London"\n  textbox "City"\ngeneric "Saved Now"`,
  ],
  [
    "what takes the focus around fields is not called after all in it",
    `<div tabindex="0"><label>Name <input></label> <button>OK</button> <span>Some text</span></div><div tabindex="0">Card <button>Open</button></div>`,
    `generic\n  textbox "Name"\n  button "OK"\n  text "Some text"\ngeneric "Card Open"\n  button "Open"`,
  ],
  ["links and lists", `<ul><li><a href="/a">A</a><li>B</ul>`, `list\n  link "A" href=/a\n  listitem "B"`],
  [
    "table",
    `<table><caption>Cap</caption><tr><th>H<th>I<tr><td>1<td><button>Go</button></table>`,
    `table "Cap"\n  row\n    columnheader "H"\n    columnheader "I"\n  row\n    cell "1"\n    cell\n      button "Go"`,
  ],
  [
    "what is focusable around a container that has a label shows what is in that",
    `<div tabindex="0"><div role="region" aria-label="Prices"><p>Apples 3</p><p>Pears 4</p></div></div><div tabindex="0">Sum <div role="group" aria-label="7">7</div></div><div tabindex="0"><div aria-label="Panel"><p>Hello world</p></div></div><div tabindex="0"><span aria-label="January 5th">Jan 5</span></div>`,
    `generic\n  region "Prices"\n    paragraph "Apples 3"\n    paragraph "Pears 4"\ngeneric "Sum 7"\ngeneric\n  generic "Panel"\n    paragraph "Hello world"\ngeneric "January 5th"`,
  ],
  [
    "the text of what has a label and no role",
    `<span tabindex="0" aria-label="edit">Click me</span><span tabindex="0" aria-label="Edit: Due">Due</span><div onclick="0" aria-label="Shoes"><h3>Shoes</h3><p>5 left</p></div>`,
    `generic "edit"\n  text "Click me"\ngeneric "Edit: Due"\ngeneric "Shoes"\n  heading "Shoes" level=3\n  paragraph "5 left"`,
  ],
  [
    "the value of a component that has its options in a slot",
    `<div role="combobox" tabindex="0" aria-label="C" aria-expanded="false"><template shadowrootmode="open"><div>Red</div><div style="display:none"><slot></slot></div></template><div role="option">Red</div><div role="option">Green</div></div><div role="combobox" tabindex="0" aria-label="D" aria-expanded="true"><template shadowrootmode="open"><div>Blue</div><slot></slot></template><div role="option">Blue</div></div>`,
    `combobox "C" expanded=false value=Red\ncombobox "D" expanded value=Blue\n  option "Blue"`,
  ],
  [
    "rows and items in what is focusable, to be scrolled",
    `<div tabindex="0"><table><tr><td><input type="checkbox" aria-label="Pick"></td><td>Zed</td></tr><tr><td><input type="checkbox" aria-label="Pick"></td><td>Ada</td></tr></table></div><div tabindex="0"><ul><li>One</li><li>Two</li></ul></div><div tabindex="0">Menu<ul hidden><li>One</li><li>Two</li></ul></div>`,
    `generic\n  table\n    row\n      cell\n        checkbox "Pick" checked=false\n      cell "Zed"\n    row\n      cell\n        checkbox "Pick" checked=false\n      cell "Ada"\ngeneric\n  list\n    listitem "One"\n    listitem "Two"\ngeneric "Menu"`,
  ],
  ["layout table", `<table><tr><td>left<td>right</table>`, `text "left"\ntext "right"`],
  [
    "hidden by display, visibility, until-found",
    `<div style="display:none">a</div><div style="visibility:hidden">b<i style="visibility:visible">c</i></div><div hidden="until-found">d</div><p hidden>e</p>`,
    `text "c"`,
  ],
  ["closed details", `<details><summary>More</summary><button>In</button></details>`, `button "More" expanded=false`],
  [
    "open details",
    `<details open><summary>More</summary><button>In</button></details>`,
    `button "More" expanded\nbutton "In"`,
  ],
  [
    "aria-hidden keeps what can be clicked",
    `<div aria-hidden="true"><p>text</p><button>Go</button></div>`,
    `button "Go"`,
  ],
  [
    "aria-hidden keeps what is behind an open modal dialog, but not what says nothing itself",
    `<main aria-hidden="true"><p>Ada <i aria-hidden="true"><b>x</b></i></p><button>Edit</button></main><div role="dialog" aria-modal="true" aria-label="New"><div aria-hidden="true"><b>y</b></div><button>Save</button></div>`,
    `main\n  paragraph "Ada"\n  button "Edit"\ndialog "New" modal\n  button "Save"`,
  ],
  [
    "aria-hidden of all but a dialog",
    `<main aria-hidden="true"><p>Ada</p><button>Edit</button></main><div aria-live="polite"></div><div><div role="dialog" aria-label="New"><button>Save</button></div></div>`,
    `main\n  paragraph "Ada"\n  button "Edit"\ndialog "New"\n  button "Save"`,
  ],
  [
    "aria-hidden beside a dialog that is not modal, and one that is closed",
    `<nav aria-hidden="true"><p>Ada</p><button>Edit</button></nav><main><p>Text</p><div role="dialog" aria-label="New"><button>Save</button></div></main><div role="dialog" aria-modal="true" style="visibility:hidden">No</div>`,
    `button "Edit"\nmain\n  paragraph "Text"\n  dialog "New"\n    button "Save"`,
  ],
  [
    "a field that only carries a value",
    `<div role="combobox" aria-label="Fruit" tabindex="0">Kiwi</div><input aria-hidden="true" tabindex="-1" style="opacity:0;pointer-events:none" value="kiwi"><select aria-hidden="true" tabindex="-1" style="position:absolute;width:1px;height:1px;border:0;padding:0"><option>Kiwi</select><input aria-hidden="true" aria-label="Seen" tabindex="-1">`,
    `combobox "Fruit" value=Kiwi\ntextbox "Seen"`,
  ],
  [
    "a list that is hidden by the author, drawn by a library, and out of reach",
    `<label for="l">Fruit</label><div role="combobox" tabindex="0">Kiwi</div><select id="l" hidden tabindex="-1" style="display:block;opacity:0;pointer-events:none"><option>Kiwi</select><select hidden tabindex="-1" style="display:block" aria-label="Drawn"><option>Fig</select>`,
    `text "Fruit"\ncombobox value=Kiwi\ncombobox "Drawn" value=Fig options=Fig`,
  ],
  [
    "controls keep their labels where the whole page is unheard, but not a label that is",
    `<div aria-hidden="true"><div><label for="k">City</label></div><input id="k"><label>Terms <input type="checkbox"></label></div><label for="l" aria-hidden="true">Gone</label><input id="l"><div aria-hidden="true"><label for="m">Away</label></div><input id="m">`,
    `textbox "City"\ncheckbox "Terms" checked=false\ntextbox id=l\ntextbox id=m`,
  ],
  [
    "guards that keep the focus in a dialog are no controls, but what has a size or listens may be one",
    `<div tabindex="0"></div><span tabindex="0" aria-hidden="true" style="position:fixed;opacity:0"></span><div role="dialog" aria-label="D"><button>Go</button></div><div tabindex="0"></div><div tabindex="0" onclick="0"></div><div tabindex="0" style="width:9px;height:9px"></div>`,
    `dialog "D"\n  button "Go"\ngeneric\ngeneric`,
  ],
  [
    "a label that says the text, and one that does not",
    `<span aria-label="December 27, 2026" style="display:block">27</span><div aria-label="Chat">Hello</div>`,
    `generic "December 27, 2026"\ngeneric "Chat"\n  text "Hello"`,
  ],
  [
    "a separator between panes tells where it is",
    `<div role="separator" tabindex="0" aria-label="Resize" aria-valuenow="23.2" aria-valuemax="100" style="height:9px"></div>`,
    `separator "Resize" valuemax=100 valuenow=23.2`,
  ],
  [
    "checkboxes with the state of a button, and their own",
    `<div role="checkbox" aria-pressed="true" tabindex="0">A</div><div role="switch" aria-pressed="true" aria-checked="false" tabindex="0">B</div>`,
    `checkbox "A" checked\nswitch "B" checked=false`,
  ],
  [
    "hidden file input",
    `<input type="file" style="display:none" aria-label="Photo"><div style="display:none"><input type=file aria-label="Deep"></div>`,
    `button "Photo" type=file\nbutton "Deep" type=file`,
  ],
  [
    "boxes that are drawn in a tree",
    `<style>.t-checkbox,.t-switcher{display:inline-block;width:9px;height:9px;cursor:pointer}.t-title{cursor:pointer}</style><div role="tree"><div role="treeitem"><span class="t-switcher"></span><span class="t-checkbox t-checkbox-checked"><span class="t-checkbox-inner"></span></span><span class="t-title">One</span></div><div role="treeitem" style="cursor:pointer"><span class="t-checkbox t-checkbox-indeterminate"></span>Two</div><div class="t-node"><span class="t-checkbox"></span><span class="t-title">Three</span></div><div role="treeitem" aria-checked="true"><span class="t-checkbox t-checkbox-checked"></span>Four</div><div role="treeitem"><label><input type="checkbox" style="opacity:0"><span class="t-checkbox"></span>Five</label></div></div><span class="t-checkbox t-checkbox-checked"></span>`,
    `tree\n  treeitem "One"\n    generic\n    checkbox checked\n    generic "One"\n  treeitem "Two"\n    checkbox checked=mixed\n  checkbox checked=false\n  generic "Three"\n  treeitem "Four" checked\n    generic\n  treeitem "Five Five"\n    checkbox "Five" checked=false\n    generic\ngeneric`,
  ],
  [
    "custom checkbox",
    `<input type="checkbox" id="c" style="display:none" checked><label for="c">Agree</label>`,
    `checkbox "Agree" checked`,
  ],
  [
    "colours drawn by their labels, and a date that no press on its label reaches",
    `<label for="c" style="display:block;width:9px;height:9px"></label><input type="color" id="c" style="display:none" value="#ff0000"><label><b>Ink</b><input type="color" style="visibility:hidden"></label><label>Day <input type="date" style="visibility:hidden"></label><label style="display:none">Gone<input type="color" style="display:none"></label>`,
    `button type=color value=#ff0000 id=c\nbutton "Ink" type=color value=#000000\ntext "Day"`,
  ],
  [
    "transparent checkbox",
    `<label><input type="checkbox" style="opacity:0;position:absolute">Agree</label>`,
    `checkbox "Agree" checked=false`,
  ],
  [
    "aria-checked of a native box that is drawn, that moved, and that a page draws itself",
    `<style>.own input { opacity: 0 }</style><input type="checkbox" aria-checked="true" aria-label="Native">
     <span class="own"><input type="checkbox" id="moved" aria-checked="false" aria-label="Leftover"></span>
     <span class="own"><input type="checkbox" aria-checked="true" aria-label="Drawn"></span><script>moved.checked = true</script>`,
    `checkbox "Native" checked=false\ncheckbox "Leftover" checked\ncheckbox "Drawn" checked`,
  ],
  [
    "pointer cursor",
    `<div style="cursor:pointer"><span>Open</span></div><div onclick="1">Act</div>`,
    `generic "Open"\ngeneric "Act"`,
  ],
  ["pointer cursor around one control", `<div style="cursor:pointer"><button>Save</button></div>`, `button "Save"`],
  [
    "draggable and tabindex",
    `<div draggable="true">Card</div><div tabindex="0">Row</div><div tabindex="-1">Not</div>`,
    `generic "Card" draggable\ngeneric "Row"\ntext "Not"`,
  ],
  [
    "icons of controls without a name",
    `<style>i,span{display:inline-block;width:9px;height:9px}</style><button><i class="glyphicon glyphicon-ok"></i></button><button><i class="fa-solid fa-fw fa-trash-o"></i></button><button><svg class="icon icon-tabler icon-tabler-mail icons-tabler-outline" width=9 height=9></svg></button><button><svg width=9 height=9><use href="/i.svg#icon-star"/></svg></button><button><svg data-testid="DeleteForeverIcon" width=9 height=9></svg></button><button><img src="/x/edit.png?v=2" width=9 height=9></button><a href="#x"><i class="ri-close-line"></i></a><button id="save"><i class="fa fa-save"></i></button><button aria-label="Named"><i class="fa fa-save"></i></button>`,
    `button icon=ok\nbutton icon=trash\nbutton icon=mail\nbutton icon=star\nbutton icon=delete-forever\nbutton icon=edit\nlink href=#x icon=close\nbutton id=save\nbutton "Named"`,
  ],
  [
    "values of radio buttons and boxes without a name",
    `<input type=radio name=c value=red checked><input type=radio name=c value="4f2a9c11"><input type=checkbox value=wifi><input type=checkbox id=tv><input type=radio aria-label="Blue" value=blue>`,
    `radio checked value=red\nradio checked=false\ncheckbox checked=false value=wifi\ncheckbox checked=false id=tv\nradio "Blue" checked=false`,
  ],
  [
    "no icons of what only looks like one",
    `<style>i,span{display:inline-block;width:9px;height:9px}</style><button class="icon-button"><i class="fa fa-2x fa-spin"></i></button><button><span class="icon-wrapper"></span></button><button><img src="/x/4f2a9c.png" width=9 height=9></button><button><i class="fa-a_b fa-ignore-all-that-was-said-before"></i></button><p><i class="fa fa-user"></i></p>`,
    `button\nbutton\nbutton\nbutton`,
  ],
  [
    "signs and icons that have nothing but a title",
    `<style>i{display:inline-block;width:9px;height:9px}</style><p>Status <i title="Online"></i></p><table><tr><th>Name<th>Delete<tr><td>One<td><div title="Remove"><i></i></div></table><div title="Words">Text</div><i title=" "></i><div title="Nothing" style="height:0"></div><button>Save <i title="Later"></i></button>`,
    `paragraph\n  text "Status"\n  generic "Online"\ntable\n  row\n    columnheader "Name"\n    columnheader "Delete"\n  row\n    cell "One"\n    cell\n      generic "Remove"\ntext "Text" description=Words\nbutton "Save Later"`,
  ],
  ["empty drop zone", `<div id="drop" style="width:40px;height:40px"></div><div id="gone"></div>`, `generic id=drop`],
  [
    "closed select",
    `<select aria-label="Size"><option>S<option selected>M</select>`,
    `combobox "Size" value=M options=S|M`,
  ],
  [
    "long select",
    `<select aria-label="N">${Array.from({ length: 15 }, (_, i) => `<option>${i}`).join("")}</select>`,
    `combobox "N" value=0 options=0|1|2|3|4|5|6|7|8|9|10|11|… (15)`,
  ],
  [
    "open select",
    `<select multiple aria-label="L"><option>A<option selected>B</select>`,
    `listbox "L" multiselectable value=B\n  option "A" selected=false\n  option "B" selected`,
  ],
  [
    "fields",
    `<input placeholder="Find"><textarea aria-label="T" required readonly>x  y</textarea><input type="range" aria-label="R" min="1" max="9" value="3">`,
    `textbox "Find"\ntextbox "T" required readonly value=x y\nslider "R" valuemin=1 valuemax=9 value=3`,
  ],
  [
    "password",
    `<input type="password" aria-label="P" value="hunter2"><input type="password" aria-label="E">`,
    `textbox "P" value=••••\ntextbox "E"`,
  ],
  [
    "states",
    `<button aria-pressed="true" disabled>A</button><div role="tab" aria-selected="true" tabindex="0">B</div><button aria-expanded="false" aria-haspopup="menu">C</button><div role="checkbox" aria-checked="mixed" tabindex="0">D</div>`,
    `button "A" pressed disabled\ntab "B" selected\nbutton "C" expanded=false haspopup=menu\ncheckbox "D" checked=mixed`,
  ],
  [
    "landmarks",
    `<header>Top</header><main><section aria-label="S"><p>x</p></section><section><p>y</p></section><article><header>inner</header></article></main>`,
    `banner\n  text "Top"\nmain\n  region "S"\n    paragraph "x"\n  paragraph "y"\n  article\n    text "inner"`,
  ],
  [
    "images",
    `<img alt="Cat" src="data:,"><img alt=""><button><img src="x.png"></button><svg width="9" height="9"><title>Pin</title></svg>`,
    `img "Cat"\nbutton\nimg "Pin"`,
  ],
  [
    "labels of shapes in a drawing",
    `<svg width="600" height="300"><g><rect width="9" height="9"/><text x="9" y="35">Al<tspan>pha</tspan></text></g><g><rect x="400" width="9" height="9"/><text x="420" y="35"><tspan>Be</tspan><tspan x="420" dy="20">ta</tspan></text></g><text> </text></svg>`,
    `text "Alpha"\ntext "Be ta"`,
  ],
  [
    "labels in a drawing that takes the focus, and in an icon",
    `<svg width="600" height="300" tabindex="0"><text x="9" y="35">Alpha</text><text x="420" y="35">Beta</text></svg><svg width="60" height="20" tabindex="0"><text y="15">New</text></svg>`,
    `generic\n  text "Alpha"\n  text "Beta"\ngeneric "New"`,
  ],
  [
    "a label beside words, with a link, in a button, and in a named drawing",
    `<p>Rated <svg width="60" height="20"><text y="15">4.5</text></svg> stars</p><svg width="60" height="20"><text y="15">See <a href="#x">more</a></text></svg><button><svg width="60" height="20"><text y="15">Save</text></svg></button><svg width="60" height="20" aria-label="Sales"><text y="15">North</text></svg>`,
    `paragraph\n  text "Rated"\n  text "4.5"\n  text "stars"\ntext "See"\nlink "more" href=#x\nbutton "Save"\nimg "Sales"`,
  ],
  [
    "controls in drawings in what has a name",
    `<div role="option" tabindex="0">Red <svg role="button" aria-label="Remove" width="9" height="9"><path d="M0 0h9v9z"/></svg></div><div role="tab" tabindex="0">One <svg width="9" height="9"><g role="button" aria-label="Pin"><path d="M0 0h9v9z"/></g></svg></div><div role="button" tabindex="0">Tag <svg aria-hidden="true" width="9" height="9" style="cursor:pointer"><path d="M0 0h9v9z"/></svg></div><button>Save <svg role="img" width="9" height="9" style="cursor:pointer"><path d="M0 0h9v9z"/></svg></button><div role="button" tabindex="0" aria-label="Close"><svg width="9" height="9" style="cursor:pointer"><path d="M0 0h9v9z"/></svg></div>`,
    `option "Red Remove"\n  button "Remove"\ntab "One Pin"\n  button "Pin"\nbutton "Tag"\n  generic\nbutton "Save"\nbutton "Close"`,
  ],
  [
    "icons with titles of their own beside the words of what is pressed",
    `<style>i{display:inline-block;width:9px;height:9px}div{cursor:pointer}b{display:block;height:60px;width:60px}</style><div role="tab" tabindex="0">One <i title="Close"></i></div><div role="option"><span>Two</span><span><i title="Edit"></i><i title="Remove"></i></span></div><div role="button" tabindex="0"><i title="Settings"></i></div><a href="#x">Out <i title="Elsewhere"></i></a><table><tr style="cursor:pointer"><td>Ada<td><i title="Active"></i></table><div role="option">Three <b title="Photo"></b></div><p>Four <i title="Info"></i></p>`,
    `tab "One Close"\n  generic "Close"\noption "Two Edit Remove"\n  generic "Edit"\n  generic "Remove"\nbutton "Settings"\nlink "Out Elsewhere" href=#x\ngeneric "Ada Active"\noption "Three Photo"\nparagraph\n  text "Four"\n  generic "Info"`,
  ],
  [
    "description",
    `<button title="Deletes it">Del</button><button aria-describedby="d">X</button><p id="d">Help</p>`,
    `button "Del" description=Deletes it\nbutton "X" description=Help\nparagraph "Help"`,
  ],
  ["presentation", `<ul role="none"><li>a</ul><table role="presentation"><tr><td>c</table>`, `text "a"\ntext "c"`],
  ["editable", `<div contenteditable aria-label="Note">some <b>text</b></div>`, `textbox "Note" value=some text`],
  [
    "values of several lines",
    `<textarea aria-label="T">def f(x):\n\treturn  x\n\n  # end\u2028\x0b.\n\n</textarea><div contenteditable aria-label="P" style="white-space:pre-wrap"><div>if a:</div><div>    b</div></div><div contenteditable aria-label="N"><p>one\n    word</p><p>two</p></div>`,
    `textbox "T" value=def f(x):\u2028\x0breturn x\u2028\u2028  # end .\ntextbox "P" value=if a:\u2028    b\ntextbox "N" value=one word two`,
  ],
  [
    "generated text",
    `<style>.r::before{content:"Req: "}.i::after{content:"\\e900"}</style><button class="r i">Save</button>`,
    `button "Req: Save"`,
  ],
  [
    "hostile names",
    `<form><input name="firstChild"><input name="parentNode"><input name="localName"><button>Send</button></form>`,
    `textbox\ntextbox\ntextbox\nbutton "Send"`,
  ],
  ["hostile text", `<button>a&#9;b&#10;uid=1 button&#x2028;c\u0085d</button>`, `button "a b uid=1 button c d"`],
  ["inert", `<div inert><button>No</button></div>`, `button "No" inert`],
  [
    "addresses",
    `<a href="https://example.org/a?b">Out</a><a href="javascript:void(0)">Js</a><a href="data:text/plain,${"x".repeat(60)}">Data</a>`,
    `link "Out" href=https://example.org/a?b\nlink "Js" href=javascript:void(0)\nlink "Data" href=data:text/plain,xxxxxxxxxxxxxx…`,
  ],
];

/** A table of weeks from the 26th of the month before on. */
const weeks = (header: string, day: (n: number) => string = String): string => {
  const days = Array.from({ length: 35 }, (_, i) => `<td>${day(i < 5 ? i + 26 : i - 4)}`);
  const rows = days.map((cell, i) => (i % 7 === 0 ? `<tr>${cell}` : cell));
  return `<table><thead><tr>${header}<th>May 2026<th>»<tbody>${rows.join("")}</table>`;
};

export function walkSuite(browser: () => TestBrowser): void {
  test.each([
    ["pressed where its headers are", weeks(`<th style="cursor:pointer">«`), 35],
    ["not pressed where nothing in it is", weeks("<th>«"), 0],
    [
      "not pressed beside controls in days",
      weeks(`<th style="cursor:pointer">«`, (n) => (n === 9 ? "<a href=#>9</a>" : `${n}`)),
      0,
    ],
    ["not pressed where they hold more", weeks(`<th style="cursor:pointer">«`, (n) => `${n}.5`), 0],
  ])("walk: the days of a month are %s", async (_what, html, count) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html}`);
    const { lines, target } = await walk(page);
    const pressed = lines.filter(({ role, flags }) => role === "cell" && flags.includes("i"));
    expect(pressed.length).toBe(count);
    if (count > 0) expect(await prepare(page, target("cell", "7"))).toMatchObject({ state: "ready" });
  });

  test.each(CASES)("walk: %s", async (_, html, expected) => {
    expect(await body(browser().page, html)).toBe(expected);
  });

  test("walk: header, root and flags", async () => {
    const { page } = browser();
    await page.open(
      `<title>Hi&#9;there</title><iframe width="50" height="50"></iframe><input type="password" value="x" aria-label="P"><p>t</p>`,
    );
    const walked = await walk(page);
    expect(walked.header.length).toBe(13);
    // The walk is not kept: it has neither a serial nor a base.
    expect(walked.header.slice(9)).toEqual(["0", "0", "", "0"]);
    expect(walked.header[2]).toBe("Hi there");
    expect(walked.header[7]).toBe("1");
    expect(walked.lines[0]).toMatchObject({ depth: 0, role: "document", name: "Hi there" });
    expect(walked.lines.find((l) => l.role === "iframe")?.flags).toBe("f");
    expect(walked.lines.find((l) => l.role === "textbox")?.flags).toBe("ip");
    expect(walked.lines.find((l) => l.role === "paragraph")?.flags).toBe("t");
  });

  test("walk: cells and rows have the numbers that their table gives them", async () => {
    const { page } = browser();
    await page.open(
      `<div role="grid"><div role="row" aria-rowindex="7"><span role="gridcell" aria-colindex="2" tabindex="0">B</span><span role="gridcell" aria-colindex="1" aria-rowindex="7">A</span><span role="gridcell" aria-colindex="x1">C</span></div></div>`,
    );
    const { lines } = await walk(page);
    expect(lines.slice(2).map(({ role, flags }) => `${role} ${flags}`)).toEqual([
      "row 7",
      "gridcell 2it",
      "gridcell 1t",
      "gridcell t",
    ]);
  });

  test("walk: everything that is drawn is told with what is hidden from screen readers", async () => {
    const { page } = browser();
    const cells = "<tr><th>Mon<th>Tue<tr><td ondblclick='0'>10<td><i style='display:none'>x</i>11";
    await page.open(
      `<div aria-hidden="true"><h2>May</h2><table>${cells}</table></div><button><i aria-hidden="true">+</i>Add</button>`,
    );
    expect((await walk(page)).text).toBe(`document\n  cell "10"\n  button "Add"`);
    const { text } = await walk(page, { everything: true });
    for (const part of [`heading "May"`, `columnheader "Tue"`, `cell "10"`, `cell "11"`, `button "Add"`])
      expect(text).toContain(part);
    expect(text).not.toContain("+");
  });

  test("walk: controls in what is folded to nothing are marked", async () => {
    const { page } = browser();
    await page.open(
      `<style>.a{max-height:0;overflow:hidden}.b{display:grid;grid-template-rows:0fr}.b>*{overflow:hidden;min-height:0}.c{height:0}.s{position:absolute;width:1px;height:1px;overflow:hidden}</style>
      <div class=a><a href=/>1</a><p><button>2</button></div><div class=b><div><input aria-label=3></div></div>
      <div class=c><button>Out</button></div><label class=s>Pick <input type=checkbox></label><div class=s><button>Skip</button></div>`,
    );
    const marked = async (): Promise<string[]> =>
      (await walk(page)).lines.filter(({ flags }) => flags.includes("h")).map(({ name }) => name);
    expect(await marked()).toEqual(["1", "2", "3"]);
    await page.main(`document.querySelector(".a").style.maxHeight = "none"`);
    expect(await marked()).toEqual(["3"]);
  });

  test("walk: shadow roots and slots", async () => {
    const { page } = browser();
    await page.open(
      `<x-a>light<b slot="s">named</b></x-a><script>customElements.define("x-a",class extends HTMLElement{constructor(){super();this.attachShadow({mode:"open"}).innerHTML="<button><slot name=s></slot></button><p><slot></slot></p>"}})</script>`,
    );
    const { text } = await walk(page);
    expect(text).toBe(`document\n  button "named"\n  paragraph "light"`);
  });

  test("walk: from a node and from a selector", async () => {
    const { page } = browser();
    await page.open(`<main><h1>A</h1><nav><a href="#1">x</a></nav></main>`);
    const all = await walk(page);
    const root = all.target("navigation", "");
    expect((await walk(page, { root })).text).toBe(`navigation\n  link "x" href=#1`);
    expect((await walk(page, { selector: "h1" })).text).toBe(`heading "A" level=1`);
    expect(await page.raw("walk", { selector: "h7" })).toBe(`!{"state":"gone"}`);
    expect(await page.raw("walk", { selector: "[" })).toContain(`!{"state":"value"`);
    expect(await page.raw("walk", { root: { ...root, doc: "x" } })).toBe(`!{"state":"document"}`);
  });

  test("walk: numbers stay, and nothing is written into the document", async () => {
    const { page } = browser();
    await page.open(`<button>A</button><button>B</button>`);
    const before = await page.main("document.documentElement.outerHTML");
    const first = await walk(page);
    await page.main(
      `document.body.prepend(document.createElement("p")); document.querySelector("p").textContent = "new"; 0`,
    );
    const second = await walk(page);
    expect(second.target("button", "B").id).toBe(first.target("button", "B").id);
    expect(second.target("paragraph", "new").id).toBeGreaterThan(first.target("button", "B").id);
    await page.main(`document.querySelector("p").remove(); 0`);
    expect(await page.main("document.documentElement.outerHTML")).toBe(before);
  });

  test("walk: a password stays one when the page shows it", async () => {
    const { page } = browser();
    await page.open(
      `<label>Pw <input id="p" type="password" value="hunter2"></label><div id="n" aria-labelledby="p" role="button">b</div>`,
    );
    expect(await page.raw("walk")).not.toContain("hunter2");
    await page.main(`document.getElementById("p").type = "text"; 0`);
    expect(await page.raw("walk")).not.toContain("hunter2");
  });

  test("walk: foreign elements with the names of HTML ones", async () => {
    const { page } = browser();
    await page.open(
      `<p>t</p><script>for (const n of ["input","label","select","textarea","iframe","table","a","slot","details","option"]) { const e = document.createElementNS("urn:x", n); e.textContent = n; e.setAttribute("href", "x"); document.body.append(e) }</script><button>B</button>`,
    );
    expect((await walk(page)).text).toContain(`button "B"`);
  });

  test("walk: every line is recognised again", async () => {
    const { page } = browser();
    await page.open(`<!doctype html>${CASES.map(([, html]) => `<div>${html}</div>`).join("\n")}`);
    const { doc, lines, text } = await walk(page);
    expect(text.length).toBeGreaterThan(1500);
    for (const { id, role, name } of lines) {
      if (id === undefined) continue;
      expect(await page.call("selector", { target: { doc, id, role, name } })).toMatchObject({ state: "selector" });
    }
  });

  test("walk: thousands of levels do not end it", async () => {
    const { page } = browser();
    await page.open(
      `<body><script>let e=document.body;for(let i=0;i<2000;i++){const d=document.createElement("div");e.append(d);e=d}e.textContent="deep";document.body.append(document.createElement("hr"))</script><button>Up</button>`,
    );
    expect((await walk(page)).text).toContain(`button "Up"`);
  });
}
