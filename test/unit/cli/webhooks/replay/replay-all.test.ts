import { expect, test } from "vitest";
import {
  findDeliveries,
  gatherDeadLetters,
} from "../../../../../src/cli/webhooks/replay/dead-letters.ts";
import { replayAll } from "../../../../../src/cli/webhooks/replay/replay-all.ts";
import { checkReplay, parseRate } from "../../../../../src/cli/webhooks/replay/replay-flags.ts";
import type { Client } from "../../../../../src/client/types.ts";
import type { Delivery } from "../../../../../src/contract/webhook.ts";
import { AppError } from "../../../../../src/core/errors.ts";
import type { Replayable } from "../../../../../src/ui/views/replay.ts";
import { deadLetterOf, deliveredOf, deliveryId, deliveryOf } from "../../../../helpers/delivery.ts";

/** A dead letter to a subscription, by number. */
const letter = (number: number, subscription_id: string): Replayable => ({
  delivery_id: deliveryId(number),
  subscription_id,
  event_type: "finding.discovered",
  created_at: "2026-11-01T08:00:00.000Z",
});

/** A service whose receivers answer by subscription; it notes when which letter was replayed. */
function serviceOf(
  receivers: Record<string, "delivers" | "fails" | "gone">,
  letters: Replayable[],
) {
  const seen = new Map<string, Delivery>();
  const sent: { number: number; atMs: number }[] = [];
  const done = new AbortController();
  let nowMs = 0;
  const numberOf = (id: string) => Number(id.slice(4));
  return {
    sent,
    done,
    effects: {
      replay: async (id: string) => {
        const { subscription_id } = letters.find(({ delivery_id }) => delivery_id === id)!;
        const receiver = receivers[subscription_id];
        if (receiver === "gone") {
          throw new AppError("not_found", "It was deleted.", { kind: "not_found" });
        }
        sent.push({ number: numberOf(id), atMs: nowMs });
        const number = 1_000 + numberOf(id);
        const over = { subscription_id, replay_of: id };
        seen.set(
          deliveryId(number),
          receiver === "fails" ? deliveryOf(number, over, 1) : deliveredOf(number, 0, over),
        );
        const queued = { delivery_id: deliveryId(number), event_id: "e", subscription_id };
        return { ...queued, status: "pending" as const };
      },
      attempted: async (id: string) => seen.get(id),
      latest: (id: string) => seen.get(id),
      now: () => nowMs,
      sleep: async (ms: number, signal: AbortSignal) => {
        signal.throwIfAborted();
        nowMs += ms;
      },
      signal: done.signal,
      onProgress: () => {},
    },
  };
}

const options = { everyMs: 200, probe: true };

test("each subscription is probed with its oldest, then the rest follows, oldest first", async () => {
  const letters = [letter(1, "a"), letter(2, "b"), letter(3, "a"), letter(4, "b")];
  const { sent, effects } = serviceOf({ a: "delivers", b: "delivers" }, letters);
  const { report } = await replayAll(letters, options, effects);
  expect(sent.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(report.replayed.map(({ status }) => status)).toEqual(Array(4).fill("delivered"));
});

test("a subscription whose probe is not delivered is left alone, told with how it answered", async () => {
  const letters = [letter(1, "a"), letter(2, "b"), letter(3, "a"), letter(4, "b"), letter(5, "b")];
  const { sent, effects } = serviceOf({ a: "delivers", b: "fails" }, letters);
  const { report } = await replayAll(letters, options, effects);
  expect(sent.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(report.left_alone).toEqual([
    { subscription_id: "b", deliveries: 2, response_code: 500, error: null },
  ]);
});

test("a subscription that is gone is told, and the others go on", async () => {
  const letters = [letter(1, "gone"), letter(2, "a"), letter(3, "gone")];
  const { sent, effects } = serviceOf({ a: "delivers", gone: "gone" }, letters);
  const { report, stopped } = await replayAll(letters, options, effects);
  expect(stopped).toBeUndefined();
  expect(sent.map(({ number }) => number)).toEqual([2]);
  expect(report.refused).toMatchObject([{ delivery_id: deliveryId(1), error: "It was deleted." }]);
  expect(report.left_alone).toMatchObject([{ subscription_id: "gone", deliveries: 1 }]);
});

test("replays keep their distance, probes too", async () => {
  const letters = Array.from({ length: 6 }, (_, at) => letter(at, "a"));
  const { sent, effects } = serviceOf({ a: "delivers" }, letters);
  await replayAll(letters, options, effects);
  expect(sent.map(({ atMs }) => atMs)).toEqual([0, 200, 400, 600, 800, 1_000]);
});

test("interrupted, what was done is told, and nothing more is sent", async () => {
  const letters = [1, 2, 3, 4].map((number) => letter(number, "a"));
  const { sent, done, effects } = serviceOf({ a: "delivers" }, letters);
  const why = new AppError("interrupted", "Interrupted.", { kind: "interrupted" });
  const onProgress = () => {
    if (sent.length === 2) done.abort(why);
  };
  const { report, stopped } = await replayAll(letters, options, { ...effects, onProgress });
  expect(stopped).toBe(why);
  expect(sent).toHaveLength(2);
  expect(report.replayed).toHaveLength(2);
});

test("ids are replayed as they are given, without a probe", async () => {
  const letters = [letter(1, "a"), letter(2, "a")];
  const { sent, effects } = serviceOf({ a: "fails" }, letters);
  const { report } = await replayAll(letters, { everyMs: 200, probe: false }, effects);
  expect(sent).toHaveLength(2);
  expect(report.replayed.map(({ status }) => status)).toEqual(["retrying", "retrying"]);
});

test("an id that doesn't exist is named", async () => {
  const absent = new AppError("not_found", "No.", { kind: "not_found", status: 404 });
  const client = { delivery: () => Promise.reject(absent) };
  const found = findDeliveries(client, ["dlv_9"], new AbortController().signal);
  await expect(found).rejects.toMatchObject({
    kind: "not_found",
    message: `No delivery "dlv_9".`,
  });
});

test("dead letters that were replayed are not gathered again", async () => {
  const asked: unknown[] = [];
  const client = {
    async *deliveries(query: unknown) {
      asked.push(query);
      const replayed = deadLetterOf(2, { replayed_as: deliveryId(9) });
      yield { deliveries: [deadLetterOf(3), replayed, deadLetterOf(1)], next_cursor: null };
    },
  } as unknown as Client;
  const query = { subscription_id: "sub_1" };
  const letters = await gatherDeadLetters(client, query, new AbortController().signal);
  expect(letters.map(({ delivery_id }) => delivery_id)).toEqual([deliveryId(1), deliveryId(3)]);
  expect(asked).toEqual([{ ...query, status: "failed_permanent", limit: 200 }]);
});

const flags = { dead: false, all: false, "dry-run": false, yes: false };

test.each([
  ["nothing", [], flags, "Choose what"],
  ["all dead letters without saying so", [], { ...flags, dead: true }, "--all"],
  ["ids and dead letters", ["dlv_1"], { ...flags, dead: true }, "not both"],
  ["a filter alone", [], { ...flags, subscription: "sub_1" }, "--dead"],
])("%s is refused with what to type", (_, ids, given, hint) => {
  expect(() => checkReplay(ids, given)).toThrow(AppError);
  try {
    checkReplay(ids, given);
  } catch (error) {
    expect(`${(error as AppError).message} ${(error as AppError).hint}`).toContain(hint);
  }
});

test("ids, a filter, or all of them are meant", () => {
  checkReplay(["dlv_1"], flags);
  checkReplay([], { ...flags, dead: true, since: "1h" });
  checkReplay([], { ...flags, dead: true, all: true });
});

test("a rate is so many a second or a minute", () => {
  expect([parseRate("5/s"), parseRate("30/m")]).toEqual([200, 2_000]);
  for (const text of ["5", "0/s", "5/h", "-1/s"])
    expect(() => parseRate(text)).toThrow("not a rate");
});
