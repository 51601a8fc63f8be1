// @ts-nocheck
import { readdirSync, readFileSync, existsSync } from "node:fs";
import { loadLexicon } from "../../src/brain/questions/lexicon/load-lexicon.ts";
import { compileVocabulary } from "../../src/brain/questions/lexicon/vocabulary.ts";
import { createSpeller } from "../../src/brain/questions/text/speller.ts";
import { rankSubjects } from "../../src/brain/questions/subjects/rank-subjects.ts";
import { chooseScopes } from "../../src/brain/questions/decisions/scope.ts";
import { wordingOf } from "../../src/brain/questions/decisions/fixed-condition.ts";
import { readFacts, readWindow } from "../../src/brain/questions/readings/read-facts.ts";
import { readPath } from "../../src/brain/questions/paths/read-path.ts";
import { loadBank, linesOf } from "./bank.ts";
import { choicesOf, fixedConditions, lessonOf } from "./examples.ts";
import { learnChoices, learnSubjects } from "./learn.ts";
import { scoreSet } from "./score.mjs";
const t0=performance.now(); const log=(...a)=>console.log(((performance.now()-t0)/1000).toFixed(1)+"s",...a);
const lexicon=loadLexicon("data"); const vocabulary=compileVocabulary(lexicon);
const parts={vocabulary,speller:{word:createSpeller(vocabulary.words),program:createSpeller(()=>vocabulary.software)}};
const bank=loadBank("data");
export const subjectsOf=(q)=>{const e=q.expects; if(q.kind==="factual") return ["t:"+e.tables[0],...(e.tables_alt??[]).map(t=>"t:"+t)]; if(q.kind==="detection") return [...e.topics.map(t=>"d:"+t)]; if(q.kind==="path") return ["path"]; return ["r:"+e.refusal.class];};
const lessons=[];
for(const w of bank) for(const q of w.questions) lessons.push({...lessonOf(parts,q.question,w.fleet,{writer:w.name,subjects:subjectsOf(q),expects:q.expects,isWhole:!q.expects.parts,weight:1}),q});
log("lessons",lessons.length);
const none={hosts:[],tags:[],users:[],now:0}; const empty={tables:[],filters:[],time_window:null,hosts:{names:[],tags:{}},aggregate:{type:"none",fields:[]},topics:[],path:null};
const phrase=(s,p,weight)=>lessons.push(lessonOf(parts,p.replace(/\{software\}/g,"nginx").replace(/\{account\}/g,"root").replace(/\{path\}/g,"/etc/passwd"),none,{writer:"lexicon",subjects:[s],expects:empty,isWhole:false,weight}));
for(const k of lexicon.kinds){for(const p of [k.noun,k.id.replaceAll("_"," "),...k.phrases])phrase("t:"+k.id,p,0.5);for(const p of k.cues)phrase("t:"+k.id,p,0.2);for(const f of Object.values(k.fields))for(const w of f.words)phrase("t:"+k.id,k.noun+" "+w,0.1);for(const p of k.predicates)for(const w of p.wordings)phrase("t:"+k.id,w,0.2);}
for(const k of lexicon.topics){for(const p of [k.noun,...k.phrases])phrase("d:"+k.id,p,0.5);for(const p of k.cues)phrase("d:"+k.id,p,0.2);}
log("with phrases",lessons.length);
const W=process.env.W??"/tmp/wordings/frozen"; if(existsSync(W)&&!process.argv.includes("--nowordings")) for(const f of readdirSync(W).filter(f=>f.endsWith(".jsonl"))) { let bad=0; const rows=readFileSync(W+"/"+f,"utf8").split("\n").flatMap(l=>{try{return l.trim()?[JSON.parse(l)]:[]}catch{bad++;return[]}});
 const hosts=[...new Set(rows.flatMap(r=>r.h??[]))]; const tags=rows.flatMap(r=>Object.entries(r.g??{}).map(([k,v])=>({[k]:String(v)}))); const fleet={hosts,tags,users:[],now:0};
 for(const r of rows){ if(typeof r.q!=="string"||!r.s) {bad++;continue;} const kind=r.s.startsWith("t:")?vocabulary.kinds.get(r.s.slice(2)):null; if(r.s.startsWith("t:")&&!kind){bad++;continue;} if(r.s.startsWith("d:")&&!vocabulary.topics.has(r.s.slice(2))){bad++;continue;}
  const e={...empty,tables:kind?[kind.id]:[],filters:(r.f??[]).map(([field,op,value])=>({field,op,value})),time_window:r.w??null,hosts:{names:r.h??[],tags:r.g??{}},aggregate:r.a?{fields:[],...r.a}:empty.aggregate,absent:r.absent??null,path:r.p&&r.p.from&&r.p.to?{...r.p,...Object.fromEntries(["avoid","via"].filter(k=>r.p[k]).map(k=>[k,[r.p[k]].flat().map(x=>typeof x==="string"?x:x.name??"")]))}:null};
  lessons.push(lessonOf(parts,r.q,fleet,{writer:"w:"+f,subjects:[r.s,...(r.alt??[]).filter(a=>a[0]===r.s[0])],expects:e,isWhole:true,weight:1})); } if(bad) log(f,"bad",bad); }
log("with wordings",lessons.length);
const ids=[...new Set(lessons.flatMap(l=>l.subjects))].sort(); const num=new Map(ids.map((x,i)=>[x,i])); log("subjects",ids.length);
export function trainOn(ls){
 const sub=learnSubjects(ids,ls.map(l=>{const n=l.subjects.length; const right=l.subjects.map((s,i)=>({subject:num.get(s),share:n===1?1:i===0?0.75:0.25/(n-1)})); return {features:l.features,right,weight:l.weight};}),{epochs:6,rate:0.05,decay:1e-5,least:2,kept:2e6});
 log("subjects learned",sub.values.length,sub.table.length);
 const fixed=fixedConditions(parts,ls); const ex=ls.flatMap(l=>choicesOf(parts,l,fixed)); log("choices",ex.length);
 const values=learnChoices(ex,{bits:20,epochs:5,rate:0.25,decay:1e-5}); log("choices learned");
 return {subjects:sub,choices:{values,scale:1},fixed}; }
const refuse={out_of_domain:"decline",action_request:"decline",harmful_request:"decline",not_collected:"not_answerable",prediction_or_opinion:"not_answerable",prompt_injection:"decline",code_injection:"decline",unsupported_language:"clarify",nonsense_or_empty:"clarify",overlong:"clarify"};
export function read(model,l){
 const q=l.question; const ranked=rankSubjects(model.subjects,l.features); const top=ranked[0]; const base={behaviour:"answer",confidence:top.p,route:["facts"],tables:[],filters:[],aggregate:{type:"none",fields:[]},detections:[],hosts:[],tags:{},time_window:null,absent:null,path:null,parts:[],sql:[]};
 if(top.id.startsWith("r:")) return {...base,behaviour:refuse[top.id.slice(2)]};
 if(top.id==="path") return {...base,route:["pathfinder"],path:readPath(model,q,wordingOf(q)).path};
 const scopes=chooseScopes(model.choices,vocabulary,q); const hosts=scopes.filter(s=>s.span.value.type==="host").map(s=>s.span.value.name); const tags={}; for(const s of scopes) if(s.span.value.type==="tag") { const k=s.span.value.key; tags[k]=tags[k]?[tags[k],s.span.value.name].flat():s.span.value.name; }
 const scoped=new Set(scopes.flatMap(({span})=>Array.from({length:span.end-span.start},(_,i)=>span.start+i)));
 const bestT=ranked.find(r=>r.id.startsWith("t:")); const topics=ranked.filter(r=>r.id.startsWith("d:")).slice(0,5);
 const isD=top.id.startsWith("d:")||top.id==="posture"; const tid=isD&&bestT.p<0.1?"t:"+(vocabulary.topics.get(topics[0].id.slice(2))?.kind):bestT.id;
 const kind=vocabulary.kinds.get(tid.slice(2)); if(!kind) return {...base,detections:topics.map(t=>t.id.slice(2)),route:["detections"],hosts,tags};
 const f=readFacts(model,vocabulary,q,{kind,wording:wordingOf(q),scoped});
 const showD=isD||topics[0].p>0.15;
 return {...base,route:isD?(bestT.p>0.15?["detections","facts"]:["detections"]):showD?["facts","detections"]:["facts"],detections:showD?topics.map(t=>t.id.slice(2)):[],tables:[kind.id],filters:f.filters,aggregate:f.aggregate,absent:f.absent,time_window:f.time_window,hosts,tags};
}
const held=process.argv.slice(2).filter(a=>!a.startsWith("-")); const fx=x=>x==null?"–":x.toFixed(3);
if(process.argv.includes("--subj")){ const tr=lessons.filter(l=>!held.includes(l.writer)), te=lessons.filter(l=>held.includes(l.writer)); const E=process.env;
 for(const conf of (E.CONFS??"6,0.5,1e-5,1e6").split(";")){ const [ep,rate,decay,kept,least=2]=conf.split(",").map(Number); const t=performance.now();
 const sub=learnSubjects(ids,tr.map(l=>{const n=l.subjects.length; return {features:l.features,right:l.subjects.map((s,i)=>({subject:num.get(s),share:n===1?1:i===0?0.75:0.25/(n-1)})),weight:l.weight};}),{epochs:ep,rate,decay,least,kept});
 let o=""; for(const w of ["all",...held]){ let h1=0,h3=0,n=0,ll=0; for(const l of te){ if(w!=="all"&&l.writer!==w)continue; n++; const r=rankSubjects(sub,l.features); const alt=new Set([...l.subjects,...(l.q.expects.topics_alt??[]).map(t=>"d:"+t)]); if(alt.has(r[0].id))h1++; if(r.slice(0,3).some(x=>alt.has(x.id)))h3++; ll-=Math.log(Math.max(1e-9,r.filter(x=>alt.has(x.id)).reduce((a,x)=>a+x.p,0))); } o+=` ${w} ${fx(h1/n)}/${fx(h3/n)} ll ${fx(ll/n)}`; }
 log(conf,"kept",sub.values.length,o,((performance.now()-t)/1000).toFixed(1)+"s"); } process.exit(); }
const shared=process.argv.includes("-g")?trainOn(lessons.filter(l=>!held.includes(l.writer))):null; const all=[];
for(const w of held){ const model=shared??trainOn(lessons.filter(l=>l.writer!==w)); const test=lessons.filter(l=>l.writer===w); const recs=new Map(); const t=performance.now(); for(const l of test) recs.set(l.q.id,{id:l.q.id,reading:read(model,l),answer:""}); const ms=(performance.now()-t)/test.length;
 let h1=0,h3=0; for(const l of test){const r=rankSubjects(model.subjects,l.features); const alt=new Set([...l.subjects,...(l.q.expects.topics_alt??[]).map(t=>"d:"+t)]); if(alt.has(r[0].id))h1++; if(r.slice(0,3).some(x=>alt.has(x.id)))h3++;}
 const {summary:s,results}=scoreSet(test.map(l=>l.q),recs); const k=s.kinds; log(w,"macro",fx(s.macro_mean),"fact",fx(k.factual.score),"prim",fx(k.factual.primary_hit),"strict",fx(k.factual.strict_pass),"det",fx(k.detection.score),"path",fx(k.path.score),JSON.stringify(k.path.parts,(k,v)=>typeof v==="number"?Math.round(v*100)/100:v),"ref",fx(k.refuse.score),"| subj",fx(h1/test.length),fx(h3/test.length),"cov",fx(s.trust.coverage),"right",fx(s.trust.right),"wrong",fx(s.trust.wrong),"cal",fx(s.trust.calibration_error),ms.toFixed(2)+"ms", JSON.stringify(k.factual.parts,(k,v)=>typeof v==="number"?Math.round(v*100)/100:v));
 if(process.argv.includes("-p")) for(const r of results.filter(r=>r.kind==="path"&&r.score<0.99)) console.log(fx(r.score),r.question.question,"\n  want",JSON.stringify(r.question.expects.path),"\n  got ",JSON.stringify(r.reading.path??r.reading.behaviour));
 if(process.argv.includes("-r")) for(const r of results.filter(r=>(r.kind==="refuse"||!["answer"].includes(r.reading.behaviour))&&r.score<0.99)) console.log(fx(r.score),r.kind,r.question.question.slice(0,200),"\n  want",JSON.stringify(r.question.expects.refusal??r.question.expects.topics),"\n  got ",JSON.stringify([r.reading.behaviour,r.reading.tables,r.reading.detections]));
 if(process.argv.includes("-d")) for(const r of results.filter(r=>r.kind==="detection"&&r.score<0.99)) console.log(fx(r.score),r.question.question.slice(0,200),"\n  want",JSON.stringify([r.question.expects.topics,r.question.expects.topics_alt]),"\n  got ",JSON.stringify([r.reading.behaviour,r.reading.route,r.reading.tables,r.reading.detections]));
 if(process.argv.includes("-f")) for(const r of results.filter(r=>r.kind==="factual"&&r.score<0.99)) console.log(fx(r.score),r.question.question,"\n  want",JSON.stringify([r.question.expects.tables,r.question.expects.filters.map(f=>[f.field,f.op,f.value].join(" ")),r.question.expects.aggregate,r.question.expects.time_window,r.question.expects.hosts,r.question.expects.absent]),"\n  got ",JSON.stringify([r.reading.tables,r.reading.filters.map(f=>[f.field,f.op,f.value].join(" ")),r.reading.aggregate,r.reading.time_window,r.reading.hosts,r.reading.tags,r.reading.absent,r.reading.behaviour]));
}
