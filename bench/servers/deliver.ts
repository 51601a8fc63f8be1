import { fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
// biome-ignore lint/correctness/noUndeclaredDependencies: the one that the server itself runs on
import { makeWorkerUtils } from "graphile-worker";
import { openPlanKeys } from "../../src/compose/keys/open-plan-keys.ts";
import {
  keyFingerprint,
  readSecretKey,
  type SecretKey,
  webhookSecretKey,
} from "../../src/compose/keys/secret-key.ts";
import { openPostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { createOutbox } from "../../src/webhooks/outbox/outbox.ts";
import { createSecretBox } from "../../src/webhooks/signing/secret-box.ts";
import { startBenchServer } from "../fleet/server.ts";
import { anEnvelope } from "../webhooks/bare.ts";
import { anEvent } from "../webhooks/event.ts";
import { subscribe } from "../webhooks/inquest.ts";
import type { PeerOptions } from "../webhooks/peer.ts";
import { arrivalsOf, lanesOf, nextMessage, type Place } from "../webhooks/place.ts";

const perCommit = 200;

const onError = (error: unknown) => {
  throw error;
};

/** Deliveries a second from the first arrival of a burst to the last. */
async function rateOf(place: Place, events: number): Promise<number> {
  const times = [...(await arrivalsOf(place, events)).values()].sort((a, b) => a - b);
  return ((events - 1) / (times.at(-1)! - times[0]!)) * 1_000;
}

/** The rate of a server that is started over a database with so many deliveries to send. */
export async function inquestRate(place: Place, database: string, events: number) {
  const dataDir = join(place.folder, `keys-${randomUUID()}`);
  mkdirSync(dataDir, { mode: 0o700 });
  openPlanKeys(dataDir);
  await storeDeliveries(lanesOf(place), { database, events, secretKey: readSecretKey(dataDir) });
  const ca = join(dataDir, "receiver-ca.pem");
  writeFileSync(ca, place.ca);
  const server = await startBenchServer({
    hosts: 0,
    database,
    beside: { dataDir, key: "" },
    flags: ["--webhook-allow", "127.0.0.1/32", "--webhook-ca", ca],
  });
  try {
    return await rateOf(place, events);
  } finally {
    await server.stop();
  }
}

/** Commits events with a delivery each, as a server would; none runs. */
async function storeDeliveries(
  urls: string[],
  { database, events, secretKey }: { database: string; events: number; secretKey: SecretKey },
): Promise<void> {
  const store = await openPostgresStore({
    url: database,
    server: randomUUID(),
    keyFingerprint: keyFingerprint(secretKey),
    onError,
    onAvailability: () => undefined,
  });
  await subscribe(store, urls, createSecretBox(webhookSecretKey(secretKey), randomBytes));
  const outbox = createOutbox({ store, clock: store.clock, onError });
  await outbox.load();
  for (let from = 0; from < events; from += perCommit) {
    const numbers = Array.from(
      { length: Math.min(perCommit, events - from) },
      (_, at) => from + at,
    );
    await store.commit(numbers.flatMap((number) => outbox.emit(anEvent(number % urls.length))));
  }
  outbox.close();
  await store.close();
}

/** The rate of graphile-worker over a database with so many jobs that send the same requests. */
export async function graphileRate(place: Place, database: string, events: number) {
  const urls = lanesOf(place);
  const utils = await makeWorkerUtils({ connectionString: database });
  await utils.migrate();
  for (let from = 0; from < events; from += perCommit) {
    const numbers = Array.from(
      { length: Math.min(perCommit, events - from) },
      (_, at) => from + at,
    );
    await utils.addJobs(
      numbers.map((number) => {
        const lane = number % urls.length;
        return { identifier: "deliver", payload: { url: urls[lane], event: anEnvelope(lane) } };
      }),
    );
  }
  await utils.release();
  const options: PeerOptions = { urls, ca: place.ca, redis: "", database };
  const child = fork(join(place.folder, "child.js"), ["graphile", JSON.stringify(options)], {
    execArgv: [],
  });
  try {
    await nextMessage(child);
    return await rateOf(place, events);
  } finally {
    child.send("stop");
    await once(child, "exit");
  }
}
