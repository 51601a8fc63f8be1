import { expect, test } from "vitest";
import { createUploadGate } from "../../../../src/server/uploads/upload-gate.ts";

const never = new AbortController().signal;
const gate = () => createUploadGate({ bytesPerKey: 100 });
const upload = (agent: string, bytes = 10, over: { key?: string; signal?: AbortSignal } = {}) => ({
  agent,
  key: "k",
  bytes,
  signal: never,
  ...over,
});
const isWaiting = async (entered: Promise<unknown>) =>
  (await Promise.race([entered, new Promise((done) => setImmediate(done, "waiting"))])) ===
  "waiting";

test("finding 5: a second upload of an agent waits for the first", async () => {
  const { enter } = gate();
  const end = await enter(upload("a"));
  const second = enter(upload("a"));
  expect(await isWaiting(second)).toBe(true);
  expect(await isWaiting(enter(upload("b")))).toBe(false);
  end();
  expect(await isWaiting(second)).toBe(false);
});

test("finding 5: the uploads of one key have a size limit together, those of another key are not affected", async () => {
  const { enter } = gate();
  const end = await enter(upload("a", 60));
  const large = enter(upload("b", 60));
  expect(await isWaiting(large)).toBe(true);
  expect(await isWaiting(enter(upload("c", 40)))).toBe(false);
  expect(await isWaiting(enter(upload("a", 60, { key: "other" })))).toBe(false);
  end();
  expect(await isWaiting(large)).toBe(false);
});

test("an upload above the whole limit is read once the key has no other", async () => {
  const { enter } = gate();
  const end = await enter(upload("a", 500));
  const next = enter(upload("b", 500));
  expect(await isWaiting(next)).toBe(true);
  end();
  expect(await isWaiting(next)).toBe(false);
});

test("an upload whose client gives up leaves the queue", async () => {
  const { enter } = gate();
  const end = await enter(upload("a"));
  const client = new AbortController();
  const gone = enter(upload("a", 10, { signal: client.signal }));
  const next = enter(upload("a"));
  client.abort();
  await expect(gone).rejects.toThrow("closed the connection");
  end();
  end();
  expect(await isWaiting(next)).toBe(false);
});
