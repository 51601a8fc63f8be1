// The receiver of the webhook benchmarks in its own process: 200 to everything, but never
// an answer below /hang and a body without end below /endless. Tells its parent who came when.
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

const [certPath = "", keyPath = ""] = process.argv.slice(2);

/** Epoch ms, with fractions, of the first time each event came. */
let arrivals = new Map<string, number>();
let requests = 0;

const server = createServer(
  { cert: readFileSync(certPath), key: readFileSync(keyPath) },
  (request, response) => {
    const arrived = performance.timeOrigin + performance.now();
    const event = String(request.headers["x-service-event-id"]);
    requests++;
    if (!arrivals.has(event)) arrivals.set(event, arrived);
    request.resume();
    if (request.url?.startsWith("/hang")) return;
    response.writeHead(200, { "content-type": "application/octet-stream" });
    if (!request.url?.startsWith("/endless")) {
      request.on("end", () => response.end("ok"));
      return;
    }
    const chunk = Buffer.alloc(64 * 1024);
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", pour);
    pour();
  },
);
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () =>
  process.send!({ port: (server.address() as AddressInfo).port }),
);

process.on("message", (what: "count" | "take") => {
  if (what === "count") {
    process.send!({ events: arrivals.size, requests });
    return;
  }
  process.send!({ arrivals: [...arrivals] });
  arrivals = new Map();
  requests = 0;
});
