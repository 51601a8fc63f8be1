import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDocker } from "../../src/tables/containers/engines/docker-api.ts";
import type { Engine } from "../../src/tables/containers/engines/find-engines.ts";
import type { Host } from "../../src/tables/host/port.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** An HTTP server on a Unix socket, for the length of a test. */
export async function listenOnSocket(answer: RequestListener): Promise<string> {
  const folder = temporaryFolder();
  const socketPath = join(folder, "docker.sock");
  const server = createServer(answer).listen(socketPath);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return socketPath;
}

/** A daemon that answers these paths with JSON and every other one with 404; `asked` has each request. */
export async function dockerDaemon(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const socketPath = await listenOnSocket((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const answer = answers[request.url ?? ""];
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(JSON.stringify(answer ?? { message: "no such thing" }));
  });
  return { socketPath, asked };
}

/** The engine behind a socket: root's Docker unless the test has another. */
export const engineAt = (host: Host, socketPath: string, other: Partial<Engine> = {}): Engine => ({
  name: "docker",
  socket: socketPath,
  uid: 0,
  docker: openDocker(host, { socketPath }),
  ...other,
});
