import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { startBenchSite } from "./bench/site.ts";
const site = await startBenchSite();
const dir = mkdtempSync("/tmp/rawx-");
const chrome = spawn("/usr/bin/chromium", ["--headless","--no-sandbox","--disable-gpu","--no-first-run","--disable-background-networking","--remote-debugging-port=0",`--user-data-dir=${dir}`,"about:blank"],{stdio:["ignore","ignore","pipe"]});
const ws: string = await new Promise(r=>{let b="";chrome.stderr.on("data",d=>{b+=d;const m=/ws:\/\/\S+/.exec(b);if(m)r(m[0]);});});
const { WebSocket } = await import("ws");
const s = new WebSocket(ws); await new Promise(r=>s.on("open",r));
let id=0; const wait=new Map<number,any>(); s.on("message",(m:any)=>{const d=JSON.parse(m.toString()); if(d.id){wait.get(d.id)?.(d);wait.delete(d.id);}});
const send=(method:string,params:any={},sessionId?:string)=>new Promise<any>(r=>{const n=++id;wait.set(n,(d:any)=>{if(d.error)console.log(method,d.error);r(d.result)});s.send(JSON.stringify({id:n,method,params,...(sessionId?{sessionId}:{})}));});
const {targetId}=await send("Target.createTarget",{url:"about:blank"});
const {sessionId}=await send("Target.attachToTarget",{targetId,flatten:true});
await send("Page.enable",{},sessionId); await send("Emulation.setFocusEmulationEnabled",{enabled:true},sessionId);
await send("Page.navigate",{url:site.address(10000,"x")},sessionId); await new Promise(r=>setTimeout(r,1500));
const tree=await send("Page.getFrameTree",{},sessionId);
const {executionContextId:ctx}=await send("Page.createIsolatedWorld",{frameId:tree.frameTree.frame.id,worldName:"u"},sessionId);
const ev=(expression:string)=>send("Runtime.evaluate",{expression,contextId:ctx,awaitPromise:true,returnByValue:true},sessionId);
const box=(await ev("(()=>{const r=document.getElementById('target').getBoundingClientRect();return [r.x+r.width/2,r.y+r.height/2]})()")).result.value;
const G=["pointerdown","mousedown","pointerup","mouseup","click","auxclick","dblclick","contextmenu"]; const C=["input","change","toggle","scroll","focusin"];
const variants: Record<string,[string,string]> = {
 nothing:["0","0"],
 observer:["globalThis.o=new MutationObserver(()=>{});o.observe(document,{subtree:true,childList:true,attributes:true,characterData:true});0","o.disconnect();0"],
 gesture:[`globalThis.g=()=>{};for(const t of ${JSON.stringify(G)})addEventListener(t,g,{capture:true,passive:false});0`,`for(const t of ${JSON.stringify(G)})removeEventListener(t,g,true);0`],
 pointer:[`globalThis.g=()=>{};for(const t of ["pointerdown","pointerup"])addEventListener(t,g,{capture:true,passive:false});0`,`for(const t of ["pointerdown","pointerup"])removeEventListener(t,g,true);0`],
 mouse:[`globalThis.g=()=>{};for(const t of ["mousedown","mouseup","click"])addEventListener(t,g,{capture:true,passive:false});0`,`for(const t of ["mousedown","mouseup","click"])removeEventListener(t,g,true);0`],
 changes:[`globalThis.c=()=>{};for(const t of ${JSON.stringify(C)})addEventListener(t,c,{capture:true,passive:true});0`,`for(const t of ${JSON.stringify(C)})removeEventListener(t,c,true);0`],
 scroll:[`globalThis.c=()=>{};for(const t of ["scroll"])addEventListener(t,c,{capture:true,passive:true});0`,`for(const t of ["scroll"])removeEventListener(t,c,true);0`],
 layoutread:["document.elementFromPoint(5,5);document.getElementById('target').getBoundingClientRect().x","0"],
};
const med=(a:number[])=>{a.sort((x,y)=>x-y);return `${a[0].toFixed(1)} / ${a[a.length>>1].toFixed(1)}`;};
const res:Record<string,{ack:number[],task:number[],call:number[]}>={};
for(let round=0;round<25;round++) for(const [name,[on,off]] of Object.entries(variants)){
  await ev(on);
  // in page: when does a task posted at mouseup run
  await send("Runtime.evaluate",{expression:"globalThis.T=new Promise(r=>addEventListener('click',()=>{const t=performance.now();const m=new MessageChannel();m.port1.onmessage=()=>r(performance.now()-t);m.port2.postMessage(0)},{once:true}));0"},sessionId);
  const t=performance.now();
  const p={x:box[0],y:box[1],button:"left",clickCount:1};
  const acks=[send("Input.dispatchMouseEvent",{type:"mouseMoved",x:box[0],y:box[1]},sessionId),send("Input.dispatchMouseEvent",{type:"mousePressed",...p},sessionId),send("Input.dispatchMouseEvent",{type:"mouseReleased",...p},sessionId)];
  const task=send("Runtime.evaluate",{expression:"T",awaitPromise:true,returnByValue:true},sessionId).then((r:any)=>r.result.value);
  await Promise.all(acks); const ack=performance.now()-t; const v=await task;
  const r=res[name]??={ack:[],task:[],call:[]}; r.ack.push(ack); r.task.push(v);
  await ev(off); await new Promise(r=>setTimeout(r,60));
}
for(const [n,r] of Object.entries(res)) console.log(n.padEnd(12),"ack",med(r.ack)," task after click",med(r.task));
chrome.kill("SIGKILL"); process.exit();
