import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { unavailableFor } from "../../tables/host/gap.ts";
import type { LocalSurvey } from "../../tables/permissions/survey-local-files.ts";
import type { SurveyMessage, SurveyStart, WorkerHost } from "./worker-protocol.ts";

/** A walk leaves mostly garbage behind: more room would be used, but not needed. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

/**
 * Surveys the local file systems in a thread of its own, because the walk takes as long as all other
 * tables together. `url` is the engine's worker.
 */
export async function surveyInThread(url: string, host: WorkerHost): Promise<LocalSurvey> {
  const workerData: SurveyStart = { survey: host };
  const thread = new Worker(new URL(url), {
    workerData,
    name: "inquest-survey",
    execArgv: [],
    resourceLimits,
  });
  const [message] = (await once(thread, "message")) as [SurveyMessage];
  if ("gap" in message) throw unavailableFor(message.gap);
  return message.survey;
}
