import { expect, test } from "vitest";
import { editOf, newItem } from "../../../../src/cli/curiosity/item-request.ts";
import {
  editItem,
  itemRemovalQuestion,
  setItemsActive,
} from "../../../../src/cli/curiosity/items.ts";
import {
  checkSchedule,
  inTimeZone,
  parseInterval,
  parseSchedule,
  parseTimeZone,
} from "../../../../src/cli/curiosity/parse-schedule.ts";
import { parseTimeAhead } from "../../../../src/cli/flags/parse-values.ts";
import type { Client } from "../../../../src/client/types.ts";
import type { CuriosityItem } from "../../../../src/contract/curiosity.ts";
import { AppError } from "../../../../src/core/errors.ts";
import { curiosityItem } from "../../../helpers/curiosity-item.ts";

const nowMs = Date.parse("2026-11-01T00:00:00.000Z");
const usage = expect.objectContaining({ code: "usage", kind: "usage", hint: expect.any(String) });
const asked = { query: "which users have uid 0?", interval: "24h" };

test("a new item has what was said, and leaves the rest to the service", () => {
  expect(newItem(asked, { paused: false }, nowMs)).toEqual(asked);
  const flags = { paused: true, depth: "deep", tag: ["env=prod"], "first-run-at": "2h" } as const;
  expect(newItem(asked, { ...flags, tag: ["env=prod"] }, nowMs)).toEqual({
    ...asked,
    depth: "deep",
    first_run_at: "2026-11-01T02:00:00.000Z",
    scope: { type: "selector", filter: { tags: { env: "prod" } } },
    active: false,
  });
});

test("a first run is a time, or a span from now", () => {
  expect(parseTimeAhead("1d", nowMs)).toBe("2026-11-02T00:00:00.000Z");
  expect(parseTimeAhead("2026-12-01T02:00:00+02:00", nowMs)).toBe("2026-12-01T00:00:00.000Z");
  for (const wrong of ["tomorrow", "2026-02-30"]) {
    expect(() => parseTimeAhead(wrong, nowMs)).toThrow(usage);
  }
  for (const wrong of ["0h", "24", "1w", "-1h", ""]) {
    expect(() => parseInterval(wrong)).toThrow(usage);
  }
});

test("a schedule is an interval, or a time of day", () => {
  expect(parseSchedule("24h")).toEqual({ interval: "24h" });
  const calendar = { on: "weekday", at: "06:00" };
  expect(parseSchedule("weekday at 06:00")).toEqual({ interval: "1d", calendar });
  expect(parseSchedule("Weekday at 6:00")).toEqual({ interval: "1d", calendar });
  expect(parseSchedule("monday at 23:59")).toEqual({
    interval: "7d",
    calendar: { on: "monday", at: "23:59" },
  });
  for (const wrong of [
    "0 6 * * *",
    "daily",
    "day at 24:00",
    "day at 6",
    "day at 06:60",
    "at 06:00",
  ]) {
    expect(() => parseSchedule(wrong)).toThrow(usage);
    expect(checkSchedule(wrong)).toMatch("day at 06:00");
  }
  expect(() => parseSchedule("0 6 * * *")).toThrow('"0 6 * * *" is not a schedule.');
});

test("a time zone is one of the IANA database, and belongs to a time of day", () => {
  const calendar = { on: "day", at: "06:00" } as const;
  expect(inTimeZone({ interval: "1d", calendar }, parseTimeZone("Europe/Berlin"))).toEqual({
    interval: "1d",
    calendar: { ...calendar, time_zone: "Europe/Berlin" },
  });
  expect(() => parseTimeZone("Berlin")).toThrow(usage);
  expect(() => inTimeZone({ interval: "24h" }, "Europe/Berlin")).toThrow(usage);
});

test("an edited time keeps its time zone, and an edited time zone its time", async () => {
  const calendar = { on: "day", at: "06:00", time_zone: "Europe/Berlin" } as const;
  const sent: unknown[] = [];
  const clientOf = (item: CuriosityItem) =>
    ({
      curiosityItem: async () => item,
      updateCuriosityItem: async (_, patch) => {
        sent.push(patch);
        return item;
      },
    }) satisfies Partial<Client>;
  const client = clientOf(curiosityItem({ calendar }));
  const edit = (flags: object) => editOf({ "clear-tags": false, ...flags }, nowMs);
  await editItem(client, "cur_1", edit({ every: parseSchedule("monday at 07:00") }));
  await editItem(client, "cur_1", edit({ "time-zone": "Asia/Tokyo" }));
  await editItem(client, "cur_1", edit({ every: parseSchedule("12h") }));
  expect(sent).toEqual([
    { interval: "7d", calendar: { on: "monday", at: "07:00", time_zone: "Europe/Berlin" } },
    { calendar: { ...calendar, time_zone: "Asia/Tokyo" } },
    { interval: "12h" },
  ]);
  const hourly = clientOf(curiosityItem());
  await expect(editItem(hourly, "cur_1", edit({ "time-zone": "Asia/Tokyo" }))).rejects.toThrow(
    "--time-zone needs",
  );
});

test("an edit changes what was said alone; none is a usage error", async () => {
  const sent: unknown[] = [];
  const client = {
    curiosityItem: async () =>
      curiosityItem({
        scope: { type: "selector", filter: { tags: { a: "b" }, last_seen_within: "1h" } },
      }),
    updateCuriosityItem: async (id, patch) => {
      sent.push(patch);
      return curiosityItem({ id });
    },
  } satisfies Partial<Client>;
  const flags = { "clear-tags": false };
  await editItem(
    client,
    "cur_1",
    editOf({ ...flags, every: { interval: "1h" }, query: "why?" }, nowMs),
  );
  await editItem(client, "cur_1", editOf({ ...flags, tag: ["env=prod"] }, nowMs));
  await editItem(client, "cur_1", editOf({ "clear-tags": true, depth: "quick" }, nowMs));
  const kept = { last_seen_within: "1h" };
  expect(sent).toEqual([
    { interval: "1h", query: "why?" },
    { scope: { type: "selector", filter: { ...kept, tags: { env: "prod" } } } },
    { depth: "quick", scope: { type: "selector", filter: kept } },
  ]);
  expect(() => editOf(flags, nowMs)).toThrow(usage);
});

test("of several items none is touched when one is absent", async () => {
  const paused: string[] = [];
  const client = {
    curiosityItem: async (id) => {
      if (id === "cur_3") throw new AppError("not_found", "No.", { kind: "not_found" });
      return curiosityItem({ id });
    },
    updateCuriosityItem: async (id, { active }) => {
      paused.push(id);
      return curiosityItem({ id, active });
    },
  } satisfies Partial<Client>;
  await expect(setItemsActive(client, ["cur_1", "cur_3"], false)).rejects.toThrow(
    'No scheduled question "cur_3"',
  );
  expect(paused).toEqual([]);
  expect(await setItemsActive(client, ["cur_1", "cur_1", "cur_2"], false)).toHaveLength(2);
  expect(paused).toEqual(["cur_1", "cur_2"]);
});

test("before items go, their question is told, escaped", () => {
  const one = curiosityItem({ id: "cur_1", query: "who?\u001b[2J" });
  expect(itemRemovalQuestion([one])).toBe('Remove "who?\\x1b[2J" (cur_1)?');
  expect(itemRemovalQuestion([one, one])).toBe("Remove 2 scheduled questions?");
});
