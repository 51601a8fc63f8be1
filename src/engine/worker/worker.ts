import { parentPort, workerData } from "node:worker_threads";
import { gapOf } from "../../tables/host/gap.ts";
import { openHost } from "../../tables/host/local.ts";
import { surveyLocalFiles } from "../../tables/permissions/survey-local-files.ts";
import { serveRequests } from "./serve-requests.ts";
import { surveyInThread } from "./survey-thread.ts";
import type { SurveyMessage, SurveyStart, WorkerRequest, WorkerStart } from "./worker-protocol.ts";

// Entry of both kinds of thread; bundled on its own as engine-worker.js.
const start = workerData as WorkerStart | SurveyStart;
if ("survey" in start) void survey(start).then((message) => parentPort!.postMessage(message));
else serveEngine(start);

async function survey({ survey: host }: SurveyStart): Promise<SurveyMessage> {
  try {
    return { survey: await surveyLocalFiles(openHost(host)) };
  } catch (error) {
    return { gap: gapOf(error, "the local file systems") };
  }
}

function serveEngine({ host, url, position, reusableBytes, budget }: WorkerStart): void {
  const serve = serveRequests({
    runner: createRunner(),
    reusableBytes,
    position: new Int32Array(position),
    post: (message) => parentPort!.postMessage(message),
  });
  parentPort!.on("message", (request: WorkerRequest) => void serve(request));

  async function createRunner() {
    // Loaded here: a survey needs neither SQLite nor the tables.
    const [{ createSqlRunner }, { tables }] = await Promise.all([
      import("../run/sql-runner.ts"),
      import("../../tables/registry.ts"),
    ]);
    const elsewhere = new Map([[surveyLocalFiles, () => surveyInThread(url, host)]]);
    return createSqlRunner({ host: openHost(host), tables, budget, elsewhere });
  }
}
