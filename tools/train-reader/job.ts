import { readQuestion } from "../../src/brain/questions/read-question.ts";
import type { Reading } from "../../src/contract/reading.ts";
import { type Judged, judge, learnParts, learnReadings } from "./train.ts";
import { loadTraining, type Training, without } from "./training.ts";

/** Work for one thread. `held` are writers that nothing is learned from. */
export type Job =
  | {
      type: "judge";
      /** Writers left out of the whole training. */
      excluded: string[];
      /** Writers whose readings are judged; nothing is learned from them either. */
      held: string[];
    }
  | { type: "measure"; held: string; share?: number };

/** How a question of a held-out writer was read. */
export interface Measured {
  id: string;
  reading: Reading;
}

export type JobResult =
  | { type: "judge"; judged: Judged[] }
  | { type: "measure"; measured: Measured[] };

let loaded: Training | undefined;

/** Does one job; the bank is loaded at the first. */
export function doJob(job: Job): JobResult {
  loaded ??= loadTraining("data");
  if (job.type === "judge") {
    const training = without(loaded, [...job.excluded, ...job.held]);
    const model = learnParts(training);
    const writers = loaded.writers.filter(({ name }) => job.held.includes(name));
    const parts = { ...training.parts, model };
    return { type: "judge", judged: writers.flatMap((writer) => judge(parts, writer)) };
  }
  const training = without(loaded, [job.held], job.share);
  const readings = learnReadings(
    foldsOf(training.writers.map(({ name }) => name)).flatMap((held) => {
      const inner = doJob({ type: "judge", excluded: [job.held], held });
      return inner.type === "judge" ? inner.judged : [];
    }),
  );
  const model = { ...learnParts(training), readings };
  const parts = { ...training.parts, model };
  const writer = loaded.writers.find(({ name }) => name === job.held);
  return {
    type: "measure",
    measured: (writer?.questions ?? []).map(({ id, question }) => ({
      id,
      reading: readQuestion(parts, question, writer?.fleet ?? { hosts: [], tags: [], now: 0 }),
    })),
  };
}

const folds = 2;

/** Writers in groups, of which each is read by a model that learned from the others. */
export const foldsOf = (writers: string[]): string[][] =>
  Array.from({ length: folds }, (_, fold) => writers.filter((__, at) => at % folds === fold));
