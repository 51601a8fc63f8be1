import { parentPort } from "node:worker_threads";
import type { UploadRequest } from "./messages.ts";
import { createUploadHandler } from "./serve-uploads.ts";

// Entry of the upload thread; bundled on its own as upload-worker.js.
const handle = createUploadHandler();

parentPort!.on("message", (request: UploadRequest) => parentPort!.postMessage(handle(request)));
