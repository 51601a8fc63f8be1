import fc from "fast-check";
import { expect, test } from "vitest";
import {
  unanswerableQuestion,
  whyUnanswerable,
} from "../../../../src/cli/curiosity/check-question.ts";
import { previewLines } from "../../../../src/cli/curiosity/preview.ts";
import { readingOf } from "../../../../src/cli/investigate/reading-of.ts";
import { upcomingRuns } from "../../../../src/compose/offline/run-times.ts";
import { AppError } from "../../../../src/core/errors.ts";
import { reading } from "../../../helpers/records.ts";

const nowMs = Date.parse("2026-11-01T00:00:00.000Z");
const style = { width: 100, maxRows: 30, colour: false, nowMs };
const request = { query: "which users have uid 0?", interval: "24h" };

test("what is added is shown as it is read, with its next three runs", () => {
  expect(previewLines(request, reading({ text: "Users with uid 0." }), style)).toEqual([
    "read as  Users with uid 0. (90% sure)",
    "asks     every host",
    "runs     2026-11-01T00:00:00.000Z  at once",
    "         2026-11-02T00:00:00.000Z  in 1d",
    "         2026-11-03T00:00:00.000Z  in 2d",
  ]);
});

test("the grid of a first run in the past goes on, and a paused one runs nothing yet", () => {
  const past = { ...request, first_run_at: "2026-10-30T06:00:00.000Z", active: false };
  expect(previewLines(past, null, style)).toEqual([
    "read as  unknown: this server doesn't explain how it reads questions",
    "asks     every host",
    "runs     2026-11-01T00:00:00.000Z  at once",
    "         2026-11-01T06:00:00.000Z  in 6h",
    "         2026-11-02T06:00:00.000Z  in 1d 6h",
    "         paused: nothing runs until it is resumed",
  ]);
  expect(previewLines({ ...request, interval: "104249991374d" }, null, style)).toHaveLength(3);
});

test("runs lie on the grid of the first, and none but the first before now", () => {
  const time = fc.integer({ min: 0, max: 4e12 });
  const interval = fc.integer({ min: 1, max: 4e10 });
  fc.assert(
    fc.property(time, interval, time, (firstMs, intervalMs, now) => {
      const [first, ...rest] = upcomingRuns({ firstMs, intervalMs }, now, 4);
      expect(first).toBe(Math.max(firstMs, now));
      for (const [at, ms] of rest.entries()) {
        expect((ms - firstMs) % intervalMs).toBe(0);
        expect(ms - (rest[at - 1] ?? ms - intervalMs)).toBe(intervalMs);
      }
      expect(rest[0]! - first!).toBeGreaterThan(0);
      expect(rest[0]! - first!).toBeLessThanOrEqual(intervalMs);
    }),
  );
});

test("a question that no run could answer is refused with what could be asked", () => {
  const unclear = reading({
    behaviour: "clarify",
    text: "What is meant?",
    suggestions: ["a", "b"],
  });
  expect(whyUnanswerable(unclear)).toBe("What is meant?");
  expect(whyUnanswerable(reading({ sql: [] }))).toMatch(/^No table answers this yet/);
  expect(whyUnanswerable(reading())).toBeNull();
  expect(whyUnanswerable(null)).toBeNull();
  const error = unanswerableQuestion("What is meant?", unclear.suggestions);
  expect(error).toMatchObject({
    kind: "usage",
    hint: 'Rephrase it, for example "a" or "b".',
  });
});

test("a service that doesn't tell its reading is no obstacle, one that fails is", async () => {
  const over = (status: number) => ({
    interpret: async () => {
      throw new AppError("x", "x", { status });
    },
  });
  for (const status of [403, 404, 501]) expect(await readingOf(over(status), "q")).toBeNull();
  for (const status of [401, 500]) await expect(readingOf(over(status), "q")).rejects.toThrow();
  expect(await readingOf({ interpret: async () => reading() }, "q")).toEqual(reading());
});
