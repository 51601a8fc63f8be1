import { performance } from "node:perf_hooks";
import { createReader } from "../src/brain/questions/create-reader.ts";
import { loadLexicon } from "../src/brain/questions/lexicon/load-lexicon.ts";
import { loadModel } from "../test/unit/brain/questions/reader-under-test.ts";
import type { BenchRow } from "./row.ts";

const questions = [
  "which services listen on every interface?",
  "top 5 processes by memory on the db servers",
  "failed logins by source address since yesterday, worst first",
  "which hosts do not have fail2ban installed",
  "openssl older than 3.0.2 in production",
  "shortest path from the dmz to root on any database server",
  "is nginx installed and is it running on web-1",
  "files in /etc modified in the last 7 days not owned by root",
  "restart nginx on web-1 please",
  "wich proceses are runing as root on this mashine",
  "what is the airspeed of a swallow",
];
const rounds = 300;
const barMs = 5;
const loadBarMs = 60;

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** How long reading one question takes, and loading the vocabulary. */
export async function run(): Promise<BenchRow[]> {
  const started = performance.now();
  const lexicon = loadLexicon("data");
  const loadMs = performance.now() - started;
  const reader = createReader({ lexicon, detections: [], loadModel });
  const context = { hosts: ["web-1", "db-2"], tags: [{ env: "prod" }], now: Date.now() };
  // The first question loads the vocabulary.
  reader.read(questions[0]!, context);
  const readyMs = performance.now() - started;
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const question of questions) {
      const before = performance.now();
      reader.read(question, context);
      times.push(performance.now() - before);
    }
  }
  times.sort((a, b) => a - b);
  const p99 = quantile(times, 0.99);
  return [
    {
      what: "reading a question, p99",
      measured: `${p99.toFixed(2)} ms (median ${quantile(times, 0.5).toFixed(2)})`,
      bar: `≤ ${barMs} ms`,
      met: p99 <= barMs,
    },
    {
      what: "loading the vocabulary",
      measured: `${loadMs.toFixed(0)} ms`,
      bar: `≤ ${loadBarMs} ms`,
      met: loadMs <= loadBarMs,
    },
    {
      what: "the first question, with making the reader",
      measured: `${(readyMs - loadMs).toFixed(0)} ms`,
    },
  ];
}
