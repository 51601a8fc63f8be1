// @ts-nocheck
import { loadLexicon } from "../../src/brain/questions/lexicon/load-lexicon.ts";
import { compileVocabulary } from "../../src/brain/questions/lexicon/vocabulary.ts";
import { createSpeller } from "../../src/brain/questions/text/speller.ts";
import { loadBank } from "./bank.ts";
import { bankLessons, wordingLessons, countWords, wordingTexts } from "./lessons.ts";
import { choicesOf, fixedConditions } from "./examples.ts";
import { learnChoices } from "./learn.ts";
const lexicon=loadLexicon("data"); const vocabulary=compileVocabulary(lexicon);
const H=process.argv.slice(2).filter(a=>!a.startsWith("-")); const words=countWords([...loadBank("data").filter(w=>!H.includes(w.name)).flatMap(w=>w.questions.map(q=>q.question)),...wordingTexts(process.env.W??"/tmp/wordings/frozen")]);
const parts={model:{words},vocabulary,speller:{word:createSpeller(vocabulary.words),program:createSpeller(()=>vocabulary.software)}};
const bank=loadBank("data"); const lessons=[...bankLessons(parts,bank),...wordingLessons(parts,process.env.W??"/tmp/wordings/frozen")];
const held=process.argv.slice(2); const tr=lessons.filter(l=>!held.includes(l.writer)), te=lessons.filter(l=>held.includes(l.writer));
const fixed=fixedConditions(parts,tr); const dbg=process.env.DBG; const ex=tr.flatMap(l=>choicesOf(parts,l,fixed)); const tx=te.flatMap(l=>choicesOf(parts,l,fixed).map(e=>({...e,l}))); console.log("train",ex.length,"test",tx.length);
for(const conf of (process.env.CONFS??"21,5,0.1,1e-5").split(";")){ const [bits,epochs,rate,decay]=conf.split(",").map(Number); const t=performance.now(); const w=learnChoices(ex,{bits,epochs,rate,decay}); const mask=w.length-1; const h={};
 for(const e of tx){ const s=e.options.map(f=>{let a=0;for(const x of f)a+=w[x&mask];return a;}); const m=Math.max(...s); const b=s.indexOf(m); const z=s.reduce((a,x)=>a+Math.exp(x-m),0); const ll=-(s[e.right]-m-Math.log(z)); for(const k of [e.head,...(e.head==="value"||e.head==="fixed"?[e.head+(e.right===0?" none":" some")]:[])]){if(dbg===k&&b!==e.right) console.log("   ",k,"|",e.l.question.tokens.map(t=>t.text).join(" "),"|",e.l.subjects[0],"| right",JSON.stringify(e.values?.[e.right]),"got",JSON.stringify(e.values?.[b]), e.note??""); h[k]??=[0,0,0]; h[k][0]++; h[k][1]+=b===e.right; h[k][2]+=ll;} }
 console.log(conf,((performance.now()-t)/1000).toFixed(0)+"s",Object.entries(h).map(([k,[n,c,l]])=>`${k} ${(c/n).toFixed(3)}/${(l/n).toFixed(3)}(${n})`).join("  ")); }
