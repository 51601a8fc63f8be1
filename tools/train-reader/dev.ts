// @ts-nocheck
import { loadLexicon } from "../../src/brain/questions/lexicon/load-lexicon.ts";
import { compileVocabulary } from "../../src/brain/questions/lexicon/vocabulary.ts";
import { createSpeller } from "../../src/brain/questions/text/speller.ts";
import { readQuestion } from "../../src/brain/questions/read-question.ts";
import { loadBank } from "./bank.ts";
import { bankLessons, lexiconLessons, wordingLessons, countWords, wordingTexts } from "./lessons.ts";
import { trainModel } from "./train.ts";
import { scoreSet } from "./score.mjs";
const t0=performance.now(); const log=(...a)=>console.log(((performance.now()-t0)/1000).toFixed(1)+"s",...a);
const lexicon=loadLexicon("data"); const vocabulary=compileVocabulary(lexicon);
const H=process.argv.slice(2).filter(a=>!a.startsWith("-")); const words=countWords([...loadBank("data").filter(w=>!H.includes(w.name)).flatMap(w=>w.questions.map(q=>q.question)),...wordingTexts(process.env.W??"/tmp/wordings/frozen")]);
const parts={words,vocabulary,speller:{word:createSpeller(vocabulary.words),program:createSpeller(()=>vocabulary.software)},detections:new Set(lexicon.topics.map(t=>t.id))};
const bank=loadBank("data");
const lessons=[...bankLessons(parts,bank),...wordingLessons(parts,process.env.W??"/tmp/wordings/frozen"),...lexiconLessons(parts,lexicon)]; log("lessons",lessons.length);
const ids=[...new Set(lessons.flatMap(l=>l.subjects))].sort();
const args=process.argv.slice(2); const held=args.filter(a=>!a.startsWith("-")); const fx=x=>x==null?"–":x.toFixed(3); const j=o=>JSON.stringify(o,(k,v)=>typeof v==="number"?Math.round(v*100)/100:v);
const model=trainModel(parts,ids,{lessons:lessons.filter(l=>!held.includes(l.writer)),writers:bank.filter(w=>!held.includes(w.name))}); log("trained",j(model.readings));
const every=[]; for(const name of held){ const w=bank.find(b=>b.name===name); const recs=new Map(); const t=performance.now(); for(const q of w.questions) recs.set(q.id,{id:q.id,reading:readQuestion({...parts,model},q.question,w.fleet),answer:""}); const ms=(performance.now()-t)/w.questions.length;
 const {summary:s,results}=scoreSet(w.questions,recs); const k=s.kinds; every.push(...results); log(name,"macro",fx(s.macro_mean),"fact",fx(k.factual.score),"prim",fx(k.factual.primary_hit),"strict",fx(k.factual.strict_pass),"det",fx(k.detection.score),"path",fx(k.path.score),"ref",fx(k.refuse.score),"| cov",fx(s.trust.coverage),"right",fx(s.trust.right),"wrong",fx(s.trust.wrong),"cal",fx(s.trust.calibration_error),"d1",fx(s.slices.difficulty["1"]?.strict_pass),"wr",fx(s.wrong_refusals.rate),ms.toFixed(2)+"ms",j(k.factual.parts),j(k.path.parts)); }
const ans=every.filter(r=>r.kind!=="refuse"&&["answer","answer_benign_part"].includes(r.reading.behaviour)); for(const th of [0,0.3,0.4,0.5,0.6,0.7]){const a=ans.filter(r=>r.reading.confidence>=th); const n=every.filter(r=>r.kind!=="refuse").length; console.log("th",th,"cov",fx(a.length/n),"right",fx(a.filter(r=>r.score>=0.85).length/a.length),"wrong",fx(a.filter(r=>r.score<0.5).length/a.length));}
const show=(flag,pick,want,got)=>{ if(args.includes(flag)) for(const r of every.filter(r=>r.score<0.99&&pick(r))) console.log(fx(r.score),r.kind,r.reading.confidence,r.question.question.slice(0,200),"\n  want",JSON.stringify(want(r.question.expects)),"\n  got ",JSON.stringify(got(r.reading))); };
const F=fs=>fs.map(f=>[f.field,f.op,f.value].join(" "));
show("-f",r=>r.kind==="factual",e=>[e.tables,F(e.filters),e.aggregate,e.time_window,e.hosts,e.absent],r=>[r.behaviour,r.tables,F(r.filters),r.aggregate,r.time_window,r.hosts,r.tags,r.absent]);
show("-d",r=>r.kind==="detection",e=>[e.topics,e.topics_alt],r=>[r.behaviour,r.route,r.tables,r.detections]);
show("-p",r=>r.kind==="path",e=>e.path,r=>r.path??[r.behaviour,r.tables,r.detections]);
show("-r",r=>r.kind==="refuse",e=>e.refusal,r=>[r.behaviour,r.route,r.tables,r.detections]);
