import { Worker } from "node:worker_threads";
import type { Job, JobResult } from "./job.ts";

/** Runs jobs on `count` worker threads; the results are in the order of the jobs. */
export async function runJobs<J extends Job>(
  jobs: J[],
  count: number,
  onDone: (job: J) => void = () => {},
): Promise<JobResult[]> {
  const results: JobResult[] = [];
  const waiting = jobs.entries();
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 8000 },
    });
    try {
      for (const [at, job] of waiting) {
        results[at] = await answerTo(worker, job);
        onDone(job);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, jobs.length) }, work));
  return results;
}

function answerTo(worker: Worker, job: Job): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", (result: JobResult) => {
      worker.off("error", reject);
      resolve(result);
    });
    worker.postMessage(job);
  });
}
