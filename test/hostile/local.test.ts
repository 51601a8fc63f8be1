import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serverFolder } from "../helpers/server-process.ts";

const sql = "SELECT name FROM os_version";

test("finding 1: what takes a killed server's pid and port receives neither key nor question", async () => {
  const folder = serverFolder();
  const killed = await folder.start();
  await killed.stop("SIGKILL");
  const seen: string[] = [];
  const impostor = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.end('{"status":"ok"}');
  }).listen(Number(new URL(killed.url).port), "127.0.0.1");
  onTestFinished(() => {
    impostor.close();
    impostor.closeAllConnections();
  });
  await once(impostor, "listening");
  const ofServer = join(folder.dataDir, "server.json");
  writeFileSync(ofServer, JSON.stringify({ url: killed.url, pid: process.pid }));

  const listed = await folder.inquest("server", "keys", "list", "--json");
  expect(listed.code).toBe(0);
  const asked = await folder.inquest("investigate", sql, "--json");
  expect(JSON.parse(asked.stdout)).toMatchObject({ status: "completed" });
  expect(seen).toEqual([]);
});

test("finding 1: an impostor in the lock's own process is asked for a proof only", async () => {
  const folder = serverFolder();
  const server = await folder.start();
  const seen: string[] = [];
  const impostor = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.end('{"status":"ok"}');
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    impostor.close();
    impostor.closeAllConnections();
  });
  await once(impostor, "listening");
  const { port } = impostor.address() as { port: number };
  const ofServer = join(folder.dataDir, "server.json");
  const content = JSON.parse(readFileSync(ofServer, "utf8"));
  writeFileSync(ofServer, JSON.stringify({ ...content, url: `http://127.0.0.1:${port}` }));

  const asked = await folder.inquest("investigate", sql, "--json");
  expect(asked.code).toBe(1);
  expect(asked.stdout).toContain(`in use by process ${server.pid}`);
  expect(new Set(seen)).toEqual(new Set(["GET /healthz undefined"]));
});

test("finding 1: the machine's key can be rotated while the server runs", async () => {
  const folder = serverFolder();
  const server = await folder.start();
  const rotated = await folder.inquest("server", "local-key", "rotate", "--yes", "--json");
  expect(JSON.parse(rotated.stdout)).toEqual({ key_id: expect.stringMatching(/^\w{12}$/) });
  expect((await folder.inquest("server", "status")).code).toBe(0);
  expect((await folder.inquest("server", "accounts", "list")).code).toBe(0);
  expect(await server.stop()).toBe(0);
  await folder.start();
  expect((await folder.inquest("server", "accounts", "list")).code).toBe(0);
});
