import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDocker } from "../../../../../src/tables/containers/engines/docker-api.ts";
import { openHost } from "../../../../../src/tables/host/local.ts";
import { listenOnSocket } from "../../../../helpers/docker-daemon.ts";
import { hostTree } from "../../../../helpers/host.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const host = openHost();

test("no socket means that the table is missing", async () => {
  const asking = openDocker(host, { socketPath: "/nonexistent/docker.sock" }).images();
  await expect(asking).rejects.toMatchObject({ name: "TableUnavailable", reason: "table_missing" });
});

test("a missing socket is reported as such even when other tables used up the time", async () => {
  await new Promise((resolve) => setImmediate(resolve));
  const options = { socketPath: "/nonexistent/docker.sock", timeoutMs: 1 };
  const asking = openDocker(host, options).images();
  setImmediate(() => {
    const until = performance.now() + 20;
    while (performance.now() < until);
  });
  await expect(asking).rejects.toMatchObject({ reason: "table_missing" });
});

test("a socket without a listener is missing too", async () => {
  const folder = temporaryFolder();
  const socketPath = join(folder, "docker.sock");
  writeFileSync(socketPath, "");
  await expect(openDocker(host, { socketPath }).images()).rejects.toMatchObject({
    reason: "table_missing",
  });
});

test("a daemon that doesn't answer times out", async () => {
  const socketPath = await listenOnSocket(() => {});
  await expect(openDocker(host, { socketPath, timeoutMs: 50 }).images()).rejects.toMatchObject({
    reason: "timed_out",
  });
});

test("a daemon that stops in the middle of its answer times out", async () => {
  const socketPath = await listenOnSocket((_, response) => void response.write("["));
  await expect(openDocker(host, { socketPath, timeoutMs: 50 }).images()).rejects.toMatchObject({
    reason: "timed_out",
  });
});

test("answers that are too long, broken or refused are errors", async () => {
  const long = await listenOnSocket((_, response) => void response.end(`"${"x".repeat(2000)}"`));
  const broken = await listenOnSocket((_, response) => void response.end("<html>"));
  const refused = await listenOnSocket((_, response) => void response.writeHead(500).end("{}"));
  for (const socketPath of [long, broken, refused])
    await expect(openDocker(host, { socketPath, maxBytes: 1000 }).images()).rejects.toMatchObject({
      name: "TableUnavailable",
      reason: "error",
    });
});

test("the daemon of this machine is not asked about a recorded host", async () => {
  const socketPath = await listenOnSocket((_, response) => void response.end("[]"));
  await expect(openDocker(hostTree({}), { socketPath }).images()).rejects.toMatchObject({
    reason: "table_missing",
  });
});
