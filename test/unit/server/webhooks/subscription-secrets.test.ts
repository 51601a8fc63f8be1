import { pino } from "pino";
import { expect, test } from "vitest";
import type { AppServices } from "../../../../src/server/app.ts";
import { activeSecrets } from "../../../../src/webhooks/outbox/draft-delivery.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const hour = 3_600_000;
const given = (n: number) => `whsec_${Buffer.alloc(32, n).toString("base64")}`;

async function start(over: Partial<AppServices> = {}) {
  const server = await startTestServer(over);
  const { call, store, services, clock } = server;
  const created = await call("POST", "/v1/webhooks/subscriptions", {
    json: { url: "https://receiver.example/", events: ["*"], secret: given(0) },
  });
  const path = `/v1/webhooks/subscriptions/${created.body.id}`;
  const stored = async () =>
    (await store.find("subscription", created.body.id))?.record.secrets ?? [];
  /** The secrets that sign a delivery queued now. */
  const signing = async () =>
    activeSecrets(await stored(), clock.ms).map(services.webhooks.secrets.open);
  const patch = async (json: Record<string, unknown>) => (await call("PATCH", path, { json })).body;
  return { ...server, patch, stored, signing };
}

test("a replaced secret signs until its overlap ends, and is removed at the next change", async () => {
  const { clock, patch, signing, stored } = await start();
  expect((await patch({ secret: given(1) })).secret).toBe(given(1));
  expect(await signing()).toEqual([given(1), given(0)]);
  clock.ms += 24 * hour - 1;
  expect(await signing()).toEqual([given(1), given(0)]);
  clock.ms += 1;
  expect(await signing()).toEqual([given(1)]);
  expect(await stored()).toHaveLength(2);
  await patch({ active: true });
  expect(await stored()).toHaveLength(1);
});

test("only a rotation returns when the previous secret expires", async () => {
  const { clock, patch, services } = await start();
  const until = new Date(clock.ms + 24 * hour).toISOString();
  expect(await patch({ rotate_secret: true })).toMatchObject({ previous_secret_until: until });
  expect(await patch({ active: true })).not.toHaveProperty("previous_secret_until");
  services.webhooks.secretOverlapMs = 0;
  clock.ms += 25 * hour;
  expect(await patch({ rotate_secret: true })).not.toHaveProperty("previous_secret_until");
});

test("a rotation generates a secret unless one is given", async () => {
  const { patch, signing } = await start();
  const { secret } = await patch({ rotate_secret: true });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{44}$/);
  expect(await signing()).toEqual([secret, given(0)]);
  expect((await patch({ rotate_secret: true, secret: given(2) })).secret).toBe(given(2));
  expect(await signing()).toEqual([given(2), secret, given(0)]);
});

test("setting the current secret again rotates nothing", async () => {
  const { patch, stored } = await start();
  const before = await stored();
  expect((await patch({ secret: given(0) })).secret).toBe(given(0));
  expect(await stored()).toEqual(before);
});

test("going back to a secret that still signs stores it once", async () => {
  const { patch, signing } = await start();
  await patch({ secret: given(1) });
  await patch({ secret: given(0) });
  expect(await signing()).toEqual([given(0), given(1)]);
});

test("at most the five newest secrets sign", async () => {
  const { patch, signing } = await start();
  for (let n = 1; n <= 6; n++) await patch({ secret: given(n) });
  expect(await signing()).toEqual([6, 5, 4, 3, 2].map(given));
});

test("without an overlap the replaced secret is removed at once", async () => {
  const { patch, signing, stored, services } = await start();
  services.webhooks.secretOverlapMs = 0;
  await patch({ secret: given(1) });
  expect(await signing()).toEqual([given(1)]);
  expect(await stored()).toHaveLength(1);
});

test("after concurrent rotations every returned secret signs", async () => {
  const { patch, signing } = await start();
  const answers = await Promise.all([1, 2, 3].map(() => patch({ rotate_secret: true })));
  const secrets = answers.map(({ secret }) => secret);
  expect(new Set(await signing())).toEqual(new Set([...secrets, given(0)]));
});

test.each([
  { rotate_secret: false },
  { rotate_secret: null },
  { rotate_secret: "true" },
  { secret: null },
  { secret: "" },
])("the update %j is rejected", async (json) => {
  const { patch, signing } = await start();
  const { error, issues } = await patch(json);
  expect({ error, path: issues[0].path }).toEqual({
    error: "validation_error",
    path: Object.keys(json)[0],
  });
  expect(await signing()).toEqual([given(0)]);
});

test("neither the store nor the log contains a plaintext secret", async () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const { patch, stored } = await start({ log: pino({ level: "debug" }, { write }) });
  const { secret } = await patch({ rotate_secret: true });
  await patch({ secret: "whsec_refused" });
  const log = lines.join("");
  expect(log).toContain("/v1/webhooks/subscriptions/sub_");
  for (const text of [log, JSON.stringify(await stored())]) {
    for (const part of [secret, given(0), "whsec_"]) expect(text).not.toContain(part);
  }
});
