import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { isMainThread, parentPort } from "node:worker_threads";
import { decodeModel, encodeModel } from "../../src/brain/questions/weights/model-file.ts";
import { doJob, foldsOf, type Job } from "./job.ts";
import { runJobs } from "./jobs.ts";
import { writeReport } from "./report.ts";
import { learnParts, learnReadings } from "./train.ts";
import { loadTraining } from "./training.ts";

const modelFile = "data/reader.model";
const threads = Math.min(2, availableParallelism());

/** Learns the whole model: how readings are compared from writers left out, the rest from all. */
async function train() {
  const training = loadTraining("data");
  const jobs = foldsOf(training.writers.map(({ name }) => name)).map(
    (held): Job => ({ type: "judge", excluded: [], held }),
  );
  // The parts are learned on this thread while the others judge.
  const judging = runJobs(jobs, threads);
  const model = learnParts(training);
  const judged = (await judging).flatMap((result) =>
    result.type === "judge" ? result.judged : [],
  );
  return { ...model, readings: learnReadings(judged) };
}

/** Whether two files hold the same model; compressors differ between versions of Node. */
const isSame = (one: Uint8Array, other: Uint8Array) =>
  JSON.stringify(summary(one)) === JSON.stringify(summary(other));

function summary(bytes: Uint8Array) {
  const { subjects, choices, ...rest } = decodeModel(bytes);
  return {
    subjects: [
      subjects.ids,
      [...subjects.features],
      [...subjects.starts],
      [...subjects.subjects],
      [...subjects.values],
      subjects.scale,
    ],
    choices: [[...choices.values], choices.scale],
    rest: [rest.fixed, rest.readings, [...rest.distinctive], [...rest.words]],
  };
}

async function main(args: string[]): Promise<void> {
  const startedAt = performance.now();
  if (args.includes("--report")) return writeReport({ threads, only: args.slice(1) });
  const bytes = encodeModel(await train());
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  if (!args.includes("--check")) {
    writeFileSync(modelFile, bytes);
    console.log(`${modelFile}: ${bytes.length} bytes, learned in ${seconds} s`);
    return;
  }
  if (isSame(bytes, readFileSync(modelFile))) {
    console.log(`${modelFile} is what the bank teaches (${seconds} s)`);
    return;
  }
  console.error(`${modelFile} is not what the bank teaches; run \`npm run train\` and commit it`);
  process.exitCode = 1;
}

if (isMainThread) await main(process.argv.slice(2));
else parentPort?.on("message", (job: Job) => parentPort?.postMessage(doJob(job)));
