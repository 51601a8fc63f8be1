import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { receiverCa, startReceiver } from "../helpers/webhook-receiver.ts";

/** More of both for a closer look: DELIVERIES=2000 CRASHES=10 npx vitest run --config vitest.full.config.ts webhook-crash */
const deliveries = Number(process.env.DELIVERIES ?? 300);
const crashes = Number(process.env.CRASHES ?? 3);
/** Of one subscription. */
const mostInFlight = 10;

/** Slower than events are created, so that most still wait when the server is killed. */
const answersAfterMs = 60;

/** Triggers so many investigations, some at a time; their ids. */
async function trigger(server: ServerProcess, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let left = count; left > 0; left -= 50) {
    const some = Array.from({ length: Math.min(50, left) }, () => server.ask("SELECT 1"));
    ids.push(...(await Promise.all(some)));
  }
  return ids;
}

async function everyDelivery(server: ServerProcess) {
  const all: { status: string; event_id: string; attempt_count: number }[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await server.call("GET", `/v1/webhooks/deliveries?limit=200${after}`);
    all.push(...body.deliveries);
    cursor = body.next_cursor;
  }
  return all;
}

test("a server killed repeatedly during deliveries loses none, and repeats only those in flight", async () => {
  const receiver = await startReceiver({
    answer: (_, response) => void setTimeout(() => response.end(), answersAfterMs),
  });
  const caPath = join(temporaryFolder(), "ca.pem");
  writeFileSync(caPath, receiverCa());
  const folder = serverFolder();
  const start = () =>
    folder.start(
      ...["--webhook-allow", "127.0.0.1/32", "--webhook-ca", caPath],
      ...["--no-local-agent", "--rate-limit", "0", "--log-level", "error"],
    );
  let server = await start();
  const made = await server.call("POST", "/v1/webhooks/subscriptions", {
    body: { url: receiver.url, events: ["investigation.queued"] },
  });
  expect(made.status).toBe(201);

  const asked: string[] = [];
  const told = () => new Set(receiver.requests.map(({ body }) => JSON.parse(body).event_id));
  for (let crash = 0; crash < crashes; crash++) {
    const part = Math.ceil((deliveries - asked.length) / (crashes - crash));
    asked.push(...(await trigger(server, part)));
    await receiver.received(receiver.requests.length + mostInFlight);
    expect(told().size, "some still wait").toBeLessThan(asked.length);
    await server.stop("SIGKILL");
    server = await start();
  }
  await expect.poll(() => told().size, { timeout: 120_000, interval: 50 }).toBe(deliveries);
  expect(await server.stop()).toBe(0);
  server = await start();

  const kept = await everyDelivery(server);
  expect(kept.filter(({ status }) => status !== "delivered")).toEqual([]);
  expect(new Set(kept.map(({ event_id }) => event_id))).toEqual(told());
  expect(kept.every(({ attempt_count }) => attempt_count === 1)).toBe(true);
  const queued = receiver.requests.map(
    ({ body }) => JSON.parse(body).data.investigation.investigation_id,
  );
  expect(new Set(queued)).toEqual(new Set(asked));
  const repeated = receiver.requests.length - deliveries;
  expect(repeated).toBeLessThanOrEqual(crashes * mostInFlight);
  if (process.env.CRASHES) console.log({ deliveries, crashes, lost: 0, repeated });
}, 300_000);
