// @ts-nocheck
import { loadTraining } from "./training.ts";
import { runJobs } from "./jobs.ts";
import { scoreSet } from "./score.ts";
import { writeFileSync } from "node:fs";
export async function writeReport({ threads, only }) {
  const { writers } = loadTraining("data");
  const names = writers.map((w) => w.name).filter((n) => only.length === 0 || only.includes(n));
  const results = await runJobs(names.map((held) => ({ type: "measure", held })), threads, (job) => console.log(job.held));
  const fx = (x) => (x == null ? "–" : x.toFixed(3));
  const lines = []; const all = [];
  names.forEach((name, at) => {
    const w = writers.find((one) => one.name === name);
    const recs = new Map(results[at].measured.map((m) => [m.id, { ...m, answer: "" }]));
    const { summary: s, results: rs } = scoreSet(w.questions, recs); all.push(...rs);
    const k = s.kinds; lines.push([name, fx(s.macro_mean), fx(k.factual.score), fx(k.detection.score), fx(k.path.score), fx(k.refuse.score), fx(s.trust.coverage), fx(s.trust.right), fx(s.trust.wrong), fx(s.trust.calibration_error)].join(" "));
  });
  console.log(lines.join("\n"));
  writeFileSync("/tmp/report.json", JSON.stringify(all.map(({ id, kind, score, question, reading, parts }) => ({ id, kind, score, question, reading, parts }))));
}
