import { parentPort, workerData } from "node:worker_threads";
import { createEstate } from "../query/create-estate.ts";
import type { PathRules } from "../rules/load-edge-rules.ts";
import { serveEstates } from "./serve-estates.ts";

// Entry of a worker thread; bundled on its own as estate-worker.js.
const { edgeRules: rules, factRules: facts } = workerData as PathRules;

parentPort!.on(
  "message",
  serveEstates({
    create: (clock) => createEstate({ rules, facts, clock }),
    post: (reply) => parentPort!.postMessage(reply),
    afterMessages: setImmediate,
  }),
);
