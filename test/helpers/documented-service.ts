import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { writeDocumentedDefinitions } from "./documented-definitions.ts";
import type { DocumentedLine } from "./documented-lines.ts";
import { serverFolder } from "./server-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { receiverCa, startReceiver } from "./webhook-receiver.ts";

const question = "which accounts besides root have uid 0?";
/** In osquery's format, as docs/curiosity.md shows its import. */
const pack = {
  queries: {
    ports: { query: "SELECT pid, port FROM listening_ports", interval: 3600 },
    exec: { query: "SELECT pid, path FROM process_events", interval: 60 },
    launchd: { query: "SELECT name FROM launchd", interval: 3600, platform: "darwin" },
    nvram: { query: "SELECT name FROM nvram", interval: 86400 },
  },
};
const place = /\b(inv|fnd|acp|cur|sub|dlv)_…|\bKEY_ID\b/g;

/**
 * A server of two hosts that the documents' lines can be run against, and a folder to run them
 * in. `fill` puts what there really is in place of what a line only stands for: addresses, and
 * ids of records made for this line, so that none depends on what another left.
 */
export async function documentedService() {
  const home = temporaryFolder();
  const work = join(home, "work");
  mkdirSync(work);
  writeDocumentedDefinitions(work);
  const receiver = await startReceiver({
    answer: ({ path }, response) => response.writeHead(path === "/gone" ? 410 : 200).end(),
  });
  writeFileSync(join(home, "ca.pem"), receiverCa());
  const folder = serverFolder(home);
  const server = await folder.start(
    ...["--no-local-agent", "--rate-limit", "0", "--estate", estateIn(home)],
    ...["--webhook-allow", "127.0.0.0/8", "--webhook-ca", join(home, "ca.pem")],
    ...["--detections", join(work, "detections"), "--edges", join(work, "edges")],
  );
  writeFileSync(join(work, "key.txt"), server.key);
  const agent = { brain_url: server.url, api_key: server.key, cache_dir: join(home, "agent") };
  writeFileSync(join(work, "agent.json"), JSON.stringify(agent), { mode: 0o600 });
  writeFileSync(join(work, "incident-response.conf"), JSON.stringify(pack));

  const created = async (path: string, body: unknown) =>
    (await server.call("POST", path, { body })).body;
  const subscription = (path = "/hook") =>
    created("/v1/webhooks/subscriptions", {
      url: new URL(path, receiver.url).href,
      events: ["chain.confirmed"],
    });
  const make: Record<string, () => Promise<string>> = {
    async acp() {
      const [{ finding_id }] = (await investigated()).findings;
      return (await created("/v1/acceptances", { finding_id, because: "a test" })).id;
    },
    cur: async () => (await created("/v1/curiosity", { query: question, interval: "24h" })).id,
    sub: async () => (await subscription()).id,
    KEY_ID: async () => (await created("/v1/keys", { scopes: ["agents:read"] })).id,
    async dlv() {
      const { id } = await subscription("/gone");
      const { delivery_id } = await created(`/v1/webhooks/subscriptions/${id}/test`, undefined);
      const delivery = async () =>
        (await server.call("GET", `/v1/webhooks/deliveries/${delivery_id}`)).body.status;
      await expect.poll(delivery, { timeout: 10_000 }).toBe("failed_permanent");
      const body = { url: receiver.url };
      await server.call("PATCH", `/v1/webhooks/subscriptions/${id}`, { body });
      return delivery_id;
    },
  };
  const { dataDir } = folder;
  const investigated = async () => server.outcome(await server.ask(question, { mode: "live" }));

  /** No server may have the folder that these two are for. */
  function folderFor(file: string, line: string): string {
    if (!/server (restore|doctor)/.test(line)) return dataDir;
    const empty = join(home, "restored", file);
    mkdirSync(empty, { recursive: true });
    return empty;
  }

  async function fill({ file, text }: DocumentedLine): Promise<string> {
    let line = text;
    const { investigation_id, findings } = /\b(inv|fnd)_…/.test(line)
      ? await investigated()
      : { investigation_id: "", findings: [] };
    const known: Record<string, string> = { inv: investigation_id, fnd: findings[0]?.finding_id };
    for (const [id, kind = "KEY_ID"] of line.matchAll(place)) {
      known[kind] ??= await make[kind]!();
      line = line.replace(id, known[kind]);
    }
    return line
      .replaceAll("https://hooks.example.com/inquest", receiver.url)
      .replaceAll(/https:\/\/(inquest|brain)\.example\.com|http:\/\/127\.0\.0\.1:7878/g, server.url)
      .replaceAll(/\/etc\/(inquest|ssl)\//g, "")
      .replaceAll("/var/lib/inquest-backups/", "")
      .replaceAll("/var/lib/inquest", folderFor(file, line));
  }

  return { home, work, server, fill };
}

function estateIn(home: string): string {
  const folder = join(home, "estate");
  mkdirSync(folder);
  const root = { uid: 0, gid: 0, username: "root", directory: "/root", shell: "/bin/bash" };
  const host = (name: string, users: unknown[]) => ({
    ...{ agent_id: name, hostname: name, os: "linux", os_version: "12", arch: "x64" },
    ...{ tags: ["env=prod"], addresses: [], tables: { users }, denied: [] },
  });
  const hosts = [host("web-1", [root]), host("db-1", [root, { ...root, username: "toor" }])];
  for (const one of hosts) writeFileSync(join(folder, `${one.agent_id}.json`), JSON.stringify(one));
  return folder;
}
