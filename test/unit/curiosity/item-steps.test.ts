import fc from "fast-check";
import { expect, test } from "vitest";
import {
  changed,
  dueAt,
  ended,
  isRunning,
  started,
  startedByHand,
} from "../../../src/curiosity/item-steps.ts";
import type { CuriosityRecord } from "../../../src/store/records.ts";
import { curiosityRecord } from "./curiosity-record.ts";

const hour = 3_600_000;
const t0 = Date.parse("2026-11-01T00:00:00.000Z");

const anItem = curiosityRecord;
const run = (item: CuriosityRecord, nowMs: number, id = `inv_${item.run_count}`) =>
  started(item, { investigationId: id, nowMs });

test("during a run the next slot is known already, and nothing is due", () => {
  const item = run(anItem(), t0 + 400);
  expect(item).toMatchObject({ slot_at: t0 + hour, due_at: null, run_count: 1, lease: null });
  expect(item).toMatchObject({
    last_run_at: "2026-11-01T00:00:00.400Z",
    last_investigation_id: "inv_0",
  });
  expect(isRunning(item)).toBe(true);
});

test("a run that ends in time leaves the next slot unchanged, whatever its status", () => {
  for (const status of ["completed", "failed", "cancelled"] as const) {
    const item = ended(run(anItem(), t0), { status, nowMs: t0 + 60_000 });
    expect(item).toMatchObject({ slot_at: t0 + hour, due_at: t0 + hour, last_status: status });
    expect(item.last_completed_id).toBe(status === "completed" ? "inv_0" : null);
  }
});

test("a run that outlasts its interval is followed by the first slot after its end", () => {
  const item = ended(run(anItem(), t0), { status: "completed", nowMs: t0 + 2.5 * hour });
  expect(item).toMatchObject({ slot_at: t0 + 3 * hour, due_at: t0 + 3 * hour });
});

test("after days of downtime a single run catches up", () => {
  const late = t0 + 72.2 * hour;
  const item = ended(run(anItem(), late), { status: "completed", nowMs: late + 1000 });
  expect(item).toMatchObject({ run_count: 1, slot_at: t0 + 73 * hour });
});

test("a first run in the past starts at once, and later slots count from it", () => {
  const item = anItem({ slot_at: t0 - 90 * 60_000 });
  expect(dueAt(item)).toBe(t0 - 90 * 60_000);
  expect(run(item, t0).slot_at).toBe(t0 + 30 * 60_000);
});

test("a paused item is never due and keeps its slot; overdue when resumed, it runs once, at once", () => {
  const paused = changed(anItem({ slot_at: t0 + hour }), { active: false }, t0);
  expect(paused).toMatchObject({ active: false, slot_at: t0 + hour, due_at: null });
  const resumed = changed(paused, { active: true }, t0 + 50 * hour);
  expect(resumed.due_at).toBe(t0 + hour);
  const again = ended(run(resumed, t0 + 50.5 * hour), {
    status: "completed",
    nowMs: t0 + 50.6 * hour,
  });
  expect(again).toMatchObject({ due_at: t0 + 51 * hour, run_count: 1 });
});

test("an item paused during its run is not due when the run ends", () => {
  const item = ended(changed(run(anItem(), t0), { active: false }, t0 + 1), {
    status: "completed",
    nowMs: t0 + 2,
  });
  expect(item).toMatchObject({ due_at: null, last_status: "completed" });
});

test("a new interval counts from the last run", () => {
  const ran = ended(run(anItem({ interval: "1d" }), t0), { status: "completed", nowMs: t0 + 1000 });
  expect(changed(ran, { interval: "6h" }, t0 + 2 * hour).slot_at).toBe(t0 + 6 * hour);
  expect(changed(ran, { interval: "1h" }, t0 + 2.5 * hour).slot_at).toBe(t0 + 3 * hour);
});

test("a new interval before the first run leaves the first run where it is", () => {
  const item = anItem({ slot_at: t0 + 5 * hour });
  expect(changed(item, { interval: "1d" }, t0).slot_at).toBe(t0 + 5 * hour);
});

test("a new first run is the next slot, with any offset", () => {
  const item = changed(anItem(), { first_run_at: "2026-11-03T02:00:00+02:00" }, t0);
  expect(item).toMatchObject({
    first_run_at: "2026-11-03T00:00:00.000Z",
    due_at: Date.parse("2026-11-03T00:00:00Z"),
  });
});

test("a new first run stands against a new interval, and against the end of the run before", () => {
  const going = run(anItem(), t0);
  const ahead = changed(going, { first_run_at: "2026-11-09T00:00:00Z" }, t0 + 1);
  const after = { status: "completed", nowMs: t0 + 2 } as const;
  const later = changed(ended(ahead, after), { interval: "5m" }, t0 + hour);
  expect(later.due_at).toBe(Date.parse("2026-11-09T00:00:00Z"));
  const past = changed(going, { first_run_at: "2026-10-31T23:30:00Z" }, t0 + 1);
  expect(past.due_at).toBeNull();
  const overdue = ended(past, after);
  expect(overdue.due_at).toBe(t0 - hour / 2);
  expect(run(overdue, t0 + 3).slot_at).toBe(t0 + hour / 2);
});

test("over months of any events, runs stay on schedule, never overlap and never pile up", () => {
  const step = fc.record({
    waitMs: fc.integer({ min: 0, max: 40 * hour }),
    lastsMs: fc.integer({ min: 0, max: 3 * hour }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let now = t0;
      let item = anItem();
      for (const { waitMs, lastsMs } of steps) {
        now += waitMs;
        if (item.due_at === null || item.due_at > now) continue;
        item = run(item, now);
        expect(item.due_at).toBeNull();
        now += lastsMs;
        item = ended(item, { status: "completed", nowMs: now });
        expect(item.due_at! - now).toBeGreaterThan(0);
        expect(item.due_at! - now).toBeLessThanOrEqual(hour);
        expect((item.due_at! - t0) % hour).toBe(0);
      }
    }),
  );
});

test("a run by hand leaves the schedule as it is, unless a slot passes meanwhile", () => {
  const item = anItem({ slot_at: t0 + hour, last_slot_at: t0, run_count: 1 });
  const running = startedByHand(item, { investigationId: "inv_9", nowMs: t0 + 60_000 });
  expect(running).toMatchObject({ slot_at: t0 + hour, due_at: null, run_count: 2 });
  expect(running).toMatchObject({ last_slot_at: t0, last_investigation_id: "inv_9" });
  const end = (nowMs: number) => ended(running, { status: "completed", nowMs });
  expect(end(t0 + 120_000)).toMatchObject({ due_at: t0 + hour, last_completed_id: "inv_9" });
  expect(end(t0 + 1.5 * hour).due_at).toBe(t0 + 2 * hour);
});

const sixOClock = { on: "day", at: "06:00" } as const;

test("an item with a calendar runs at its times, however long a run takes", () => {
  const slot_at = t0 + 6 * hour;
  const item = run(anItem({ calendar: sixOClock, slot_at }), slot_at + 200);
  expect(item.slot_at).toBe(slot_at + 24 * hour);
  const late = ended(item, { status: "completed", nowMs: slot_at + 50 * hour });
  expect(late.slot_at).toBe(slot_at + 72 * hour);
});

test("a new calendar starts at its next time, and a new interval ends it", () => {
  const hourly = run(anItem(), t0);
  const daily = changed(hourly, { calendar: sixOClock }, t0 + hour);
  expect(daily).toMatchObject({ calendar: sixOClock, slot_at: t0 + 6 * hour });
  const again = changed(daily, { interval: "2h" }, t0 + hour);
  expect(again).not.toHaveProperty("calendar");
  expect(again.slot_at).toBe(t0 + 2 * hour);
});

test("a first run of a calendar is its first time from then on", () => {
  const item = anItem({ calendar: sixOClock });
  const first_run_at = "2026-11-03T06:00:00.000Z";
  expect(changed(item, { first_run_at }, t0)).toMatchObject({ first_run_at });
  expect(changed(item, { first_run_at: "2026-11-03T06:00:01Z" }, t0)).toMatchObject({
    first_run_at: "2026-11-04T06:00:00.000Z",
    slot_at: Date.parse("2026-11-04T06:00:00Z"),
  });
});
