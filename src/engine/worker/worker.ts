import { parentPort, workerData } from "node:worker_threads";
import { openHost } from "../../tables/host/local.ts";
import { tables } from "../../tables/registry.ts";
import { createSqlRunner } from "../run/sql-runner.ts";
import { serveRequest } from "./serve-requests.ts";
import type { WorkerRequest, WorkerStart } from "./worker-protocol.ts";

// Entry of a worker thread; bundled on its own as engine-worker.js.
const { host, budget } = workerData as WorkerStart;
const runner = createSqlRunner({ host: openHost(host), tables, budget });

parentPort!.on("message", (request: WorkerRequest) => {
  void serveRequest(request, { runner, post: (message) => parentPort!.postMessage(message) });
});
