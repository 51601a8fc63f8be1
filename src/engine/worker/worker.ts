import { parentPort, workerData } from "node:worker_threads";
import { openHost } from "../../tables/host/local.ts";
import { surveyLocalFiles } from "../../tables/permissions/survey-local-files.ts";
import { serveRequest } from "./serve-requests.ts";
import { surveyInThread } from "./survey-thread.ts";
import type { SurveyStart, WorkerRequest, WorkerStart } from "./worker-protocol.ts";

// Entry of both kinds of thread; bundled on its own as engine-worker.js.
const start = workerData as WorkerStart | SurveyStart;
if ("survey" in start) parentPort!.postMessage(await surveyLocalFiles(openHost(start.survey)));
else void serveRequests(start);

async function serveRequests({ host, url, budget }: WorkerStart): Promise<void> {
  const runner = createRunner();
  parentPort!.on("message", (request: WorkerRequest) => {
    void serveRequest(request, { runner, post: (message) => parentPort!.postMessage(message) });
  });

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
