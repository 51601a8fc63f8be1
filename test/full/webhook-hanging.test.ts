import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { receiverCa, startReceiver } from "../helpers/webhook-receiver.ts";

const backlog = 1_000;
const measured = 200;
/** The bar in ms; ten times as much unless STRICT is set, because other tests run at the same time. */
const p99Ms = process.env.STRICT ? 50 : 500;

test("a receiver that hangs with a thousand events waiting doesn't delay another's", async () => {
  const [hanging, healthy] = [
    await startReceiver({ answer: () => undefined }),
    await startReceiver({ answer: 204 }),
  ];
  const caPath = join(temporaryFolder(), "ca.pem");
  writeFileSync(caPath, receiverCa());
  const server = await serverFolder().start(
    ...["--webhook-allow", "127.0.0.1/32", "--webhook-ca", caPath],
    ...["--no-local-agent", "--rate-limit", "0", "--log-level", "error"],
    ...["--webhook-timeout", "30s"],
  );
  const events = ["investigation.queued"];
  const subscribe = async (url: string) => {
    const body = { url, events };
    return (await server.call("POST", "/v1/webhooks/subscriptions", { body })).body.id as string;
  };
  await subscribe(hanging.url);
  for (let left = backlog; left > 0; left -= 50) {
    await Promise.all(Array.from({ length: 50 }, () => server.ask("SELECT 1")));
  }
  await hanging.received(10);
  await subscribe(healthy.url);
  for (let n = 0; n < measured; n++) {
    await server.ask("SELECT 1");
    await healthy.received(n + 1);
  }
  const waits = healthy.requests
    .map(({ at, body }) => at - Date.parse(JSON.parse(body).emitted_at))
    .sort((a, b) => a - b);
  const [p50, p99] = [waits[measured / 2]!, waits[measured * 0.99 - 1]!];
  if (process.env.STRICT) console.log({ p50, p99 });
  expect(p99).toBeLessThanOrEqual(p99Ms);
  // Ten that hang at a time, and no more.
  expect(hanging.openConnections()).toBeLessThanOrEqual(10);
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  await expect
    .poll(metrics)
    .toContain(`inquest_webhook_attempts_total{status="delivered"} ${measured}`);
  const [, waiting] = /^inquest_webhook_deliveries_waiting (\d+)$/m.exec(await metrics())!;
  expect(Number(waiting)).toBeGreaterThanOrEqual(backlog);
  const stopping = performance.now();
  expect(await server.stop()).toBe(0);
  // Hanging attempts get ten seconds at a stop, whatever the receivers' timeout.
  expect(performance.now() - stopping).toBeLessThan(13_000);
}, 60_000);
