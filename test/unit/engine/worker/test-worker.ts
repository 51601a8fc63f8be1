import { parentPort, workerData } from "node:worker_threads";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { serveRequests } from "../../../../src/engine/worker/serve-requests.ts";
import type { WorkerRequest, WorkerStart } from "../../../../src/engine/worker/worker-protocol.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import type { Table } from "../../../../src/tables/model/table.ts";
import { collected, fileTable, standardTables } from "../fake-tables.ts";

function hang(): never {
  for (;;);
}

// An engine worker whose tables misbehave as no shipped one should.
const tables: Table[] = [
  ...standardTables,
  {
    ...fileTable(),
    *scan(_host, constraints) {
      if (constraints.some(({ value }) => value === "/hang")) hang();
      if (constraints.some(({ value }) => value === "/exit")) process.exit(1);
      yield { path: "/a", directory: "/" };
    },
  },
  { ...collected("hanging", { n: "BIGINT" }), collect: () => hang() },
];
const host = openHost({ platform: "linux", recorded: {} });
const runner = createSqlRunner({ host, tables });

const serve = serveRequests({
  runner,
  reusableBytes: Number.POSITIVE_INFINITY,
  position: new Int32Array((workerData as WorkerStart).position),
  post: (message) => parentPort!.postMessage(message),
});

parentPort!.on("message", (request: WorkerRequest) => void serve(request));
