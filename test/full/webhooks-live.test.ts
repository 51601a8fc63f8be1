import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import type { Delivery } from "../../src/contract/webhook.ts";
import { root } from "../e2e/run-cli.ts";
import { freePort } from "../helpers/free-port.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";

const schedule = ["--webhook-schedule", "0s,1s,1s", "--no-local-agent", "--rate-limit", "0"];

/** A command that goes on until it is ended, and the objects it prints, one a line. */
function following(dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, ["bin/run.js", "webhooks", ...args, "--json"], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: dataDir, INQUEST_DATA_DIR: dataDir },
  });
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of a line is what it tests
  const lines: any[] = [];
  const added = createInterface({ input: child.stdout });
  added.on("line", (line) => lines.push(JSON.parse(line)));
  child.stderr.resume();
  onTestFinished(() => ended(child, "SIGKILL").then(() => {}));
  return {
    lines,
    /** Resolves with the lines so far once `enough` returns true. */
    async until(enough: (seen: typeof lines) => boolean): Promise<typeof lines> {
      while (!enough(lines)) await once(added, "line");
      return lines;
    },
    stop: (signal: NodeJS.Signals) => ended(child, signal),
  };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, "close");
    child.kill(signal);
    await closed;
  }
  return child.exitCode;
}

/** An application that webhooks are handed on to; it can be taken away and brought back. */
async function application() {
  const make = () => createServer((_, response) => void response.writeHead(204).end());
  let server = make();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    await once(server.close(), "close");
  };
  onTestFinished(stop);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    stop,
    async start() {
      server = make();
      await once(server.listen(port, "127.0.0.1"), "listening");
    },
  };
}

/** The deliveries of a server once `enough` returns true. */
async function deliveriesOf(server: ServerProcess, enough: (all: Delivery[]) => boolean) {
  for (;;) {
    const { body } = await server.call("GET", "/v1/webhooks/deliveries?limit=200");
    if (enough(body.deliveries)) return body.deliveries as Delivery[];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const areDead = (all: Delivery[]) => all.every(({ status }) => status === "failed_permanent");

test("a delivery is verified; when its receiver fails, dead letters are replayed after the repair", async () => {
  const folder = serverFolder();
  const server = await folder.start(...schedule);
  const target = await application();
  const listener = following(
    folder.dataDir,
    "listen",
    "--forward-to",
    target.url,
    "--print-secret",
  );
  const [{ subscription_id: id, secret }] = await listener.until((seen) => seen.length > 0);
  expect(secret).toMatch(/^whsec_/);
  const trigger = () => server.call("POST", `/v1/webhooks/subscriptions/${id}/test`);

  await trigger();
  const [, first] = await listener.until((seen) => seen.length > 1);
  expect(first).toMatchObject({ verified: true, answered: 204, forwarded: { status: 204 } });
  expect(first.event.event_type).toBe("investigation.queued");

  await target.stop();
  await Promise.all([trigger(), trigger(), trigger()]);
  const isDead = ({ status }: Delivery) => status === "failed_permanent";
  const dead = await deliveriesOf(server, (all) => all.filter(isDead).length === 3);
  expect(dead.find(isDead)!.last_response_body).toContain("connection refused");

  const replay = ["webhooks", "replay", "--dead", "--subscription", id, "--yes", "--json"];
  const broken = await folder.inquest(...replay);
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.stdout).left_alone).toMatchObject([
    { deliveries: 2, response_code: 502 },
  ]);

  await target.start();
  const repaired = await folder.inquest(...replay);
  expect(JSON.parse(repaired.stdout)).toMatchObject({ failed: 0, left_alone: [] });
  expect(repaired.code).toBe(0);
  const after = await folder.inquest(...replay);
  expect(JSON.parse(after.stdout)).toMatchObject({ matched: 0 });

  expect(await listener.stop("SIGINT")).toBe(130);
  const { body } = await server.call("GET", "/v1/webhooks/subscriptions");
  expect(body.subscriptions).toEqual([]);
}, 60_000);

test("a listener survives a restart of the server, and is removed after it was killed", async () => {
  const folder = serverFolder();
  const port = String(await freePort());
  const first = await folder.start(...schedule, "--port", port);
  const listener = following(folder.dataDir, "listen");
  const [{ subscription_id: id }] = await listener.until((seen) => seen.length > 0);
  await first.stop();
  const second = await folder.start(...schedule, "--port", port);
  // Refused until the listener has found the new server.
  const trigger = () => second.call("POST", `/v1/webhooks/subscriptions/${id}/test`);
  while ((await trigger()).status !== 202) await new Promise((resolve) => setTimeout(resolve, 50));
  const [, received] = await listener.until((seen) => seen.length > 1);
  expect(received).toMatchObject({ verified: true, answered: 200 });

  await listener.stop("SIGKILL");
  const next = following(folder.dataDir, "listen");
  await next.until((seen) => seen.length > 0);
  const { body } = await second.call("GET", "/v1/webhooks/subscriptions");
  expect(body.subscriptions.map((one: { id: string }) => one.id)).not.toContain(id);
  expect(body.subscriptions).toHaveLength(1);
}, 60_000);

test("followed across a restart of the server, each attempt is shown once", async () => {
  const folder = serverFolder();
  const port = String(await freePort());
  const first = await folder.start(...schedule, "--port", port);
  const { body: made } = await first.call("POST", "/v1/webhooks/subscriptions", {
    // A closed port at a forbidden address.
    body: { url: "https://127.0.0.1:9/hook", events: ["investigation.queued"] },
  });
  const asked = async (server: ServerProcess) => {
    for (let count = 0; count < 3; count++) await server.ask("who can log in as root?");
  };
  await asked(first);
  const follower = following(folder.dataDir, "deliveries", "--follow", "--since", "1h");
  await follower.until((seen) => seen.length > 0);
  await first.stop();
  const second = await folder.start(...schedule, "--port", port);
  await asked(second);
  const all = await deliveriesOf(second, (found) => found.length === 6 && areDead(found));
  expect(all.every(({ subscription_id }) => subscription_id === made.id)).toBe(true);

  await follower.until((seen) => new Set(seen.filter(isDeadLine).map(idOf)).size === 6);
  const told = new Map<string, number>();
  for (const delivery of follower.lines as Delivery[]) {
    expect(delivery.attempts.length).toBeGreaterThanOrEqual(told.get(idOf(delivery)) ?? 0);
    told.set(idOf(delivery), delivery.attempts.length);
  }
  expect([...told.values()]).toEqual(all.map(({ attempts }) => attempts.length));
  const versions = follower.lines.map(
    ({ delivery_id, status, attempts, replayed_as }: Delivery) =>
      `${delivery_id} ${status} ${attempts.length} ${replayed_as}`,
  );
  expect(new Set(versions).size).toBe(versions.length);
}, 60_000);

const isDeadLine = ({ status }: Delivery) => status === "failed_permanent";
const idOf = ({ delivery_id }: Delivery) => delivery_id;
