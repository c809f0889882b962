// How a timeline looks.

export const STYLE = `
:root { color-scheme: light dark; --ground: #f6f7f9; --card: #fff; --ink: #1b1f24; --soft: #57606a; --line: #d4d9e0; --ok: #1a7f37; --bad: #b3261e; --accent: #0b57d0; --code: #eef1f5; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15181c; --card: #1e2329; --ink: #e4e8ed; --soft: #a0aab4; --line: #39414b; --ok: #57c27a; --bad: #ff8a80; --accent: #8ab4f8; --code: #12151a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
.top { position: sticky; top: 0; z-index: 1; padding: .6rem 1.2rem; background: var(--card); border-bottom: 1px solid var(--line); }
h1 { display: inline; margin: 0 .8rem 0 0; font-size: 1.15rem; }
.about { display: inline; color: var(--soft); }
.tools { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; align-items: center; margin-top: .4rem; }
.tools[hidden] { display: none; }
fieldset { display: flex; gap: 1rem; margin: 0; padding: 0; border: 0; }
legend { float: left; margin-right: 1rem; padding: 0; color: var(--soft); }
label { white-space: nowrap; }
input[type=search] { width: 16rem; max-width: 60vw; padding: .2rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); color: inherit; font: inherit; }
.keys { margin: 0 0 0 auto; color: var(--soft); font-size: .85rem; }
kbd { padding: 0 .35em; border: 1px solid var(--line); border-radius: 4px; background: var(--code); font: .9em ui-monospace, monospace; }
.none { margin: .4rem 0 0; }
main { max-width: 76rem; margin: 1rem auto; padding: 0 1.2rem; }
.step { margin: 0 0 1rem; padding: .8rem 1rem; background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--ok); border-radius: 8px; scroll-margin-top: 7rem; }
.step.failed { border-left-color: var(--bad); }
.step[hidden] { display: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h2 { display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline; margin: 0; font-size: 1rem; font-weight: 400; }
h2 a { min-width: 1.6em; color: var(--soft); font-variant-numeric: tabular-nums; text-decoration: none; }
h2 a:hover { text-decoration: underline; }
h2 code { font-weight: 600; }
h2 span { overflow-wrap: anywhere; }
.step > header p { margin: .15rem 0 0; color: var(--soft); font-size: .87rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.outcome { margin-right: .5em; font-weight: 600; color: var(--ok); }
.failed .outcome { color: var(--bad); }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: .8rem; margin: .7rem 0 .3rem; }
figure { margin: 0; max-width: 34rem; }
figure.large { grid-column: 1 / -1; max-width: none; }
figure button { display: block; width: 100%; padding: 0; border: 1px solid var(--line); border-radius: 6px; background: none; overflow: hidden; cursor: zoom-in; }
figure.large button { cursor: zoom-out; }
svg { display: block; width: 100%; height: auto; max-height: 22rem; background: var(--code); }
figure.large svg { max-height: none; }
rect { fill: none; vector-effect: non-scaling-stroke; }
.halo { stroke: #fff; stroke-width: 5px; }
.mark { stroke: #d6006c; stroke-width: 2.5px; }
figcaption, .more { color: var(--soft); font-size: .85rem; }
.missing { padding: .5rem; border: 1px dashed var(--line); border-radius: 6px; align-self: start; }
details { margin-top: .35rem; }
summary { width: fit-content; cursor: pointer; color: var(--soft); font-size: .9rem; }
pre, .beside ul { max-height: 24rem; margin: .3rem 0 0; padding: .5rem .7rem; overflow: auto; background: var(--code); border-radius: 6px; font: 12.5px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.beside ul { padding-left: 1.8rem; }
footer { max-width: 76rem; margin: 0 auto 2rem; padding: 0 1.2rem; color: var(--soft); }
footer p { margin: .2rem 0; }
@media (max-width: 60rem) { .keys { margin-left: 0; } }
@media (max-height: 40rem) { .top { position: static; } .step { scroll-margin-top: 1rem; } }
@media print { .top { position: static; } .tools { display: none; } .step { break-inside: avoid; } }
`;
