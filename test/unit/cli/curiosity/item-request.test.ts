import { expect, test } from "vitest";
import { editOf, newItem } from "../../../../src/cli/curiosity/item-request.ts";
import {
  editItem,
  itemRemovalQuestion,
  setItemsActive,
} from "../../../../src/cli/curiosity/items.ts";
import { parseFirstRun, parseInterval } from "../../../../src/cli/curiosity/parse-interval.ts";
import type { Client } from "../../../../src/client/types.ts";
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
  expect(parseFirstRun("1d", nowMs)).toBe("2026-11-02T00:00:00.000Z");
  expect(parseFirstRun("2026-12-01T02:00:00+02:00", nowMs)).toBe("2026-12-01T00:00:00.000Z");
  for (const wrong of ["tomorrow", "2026-02-30"]) {
    expect(() => parseFirstRun(wrong, nowMs)).toThrow(usage);
  }
  for (const wrong of ["0h", "24", "1w", "-1h", ""]) {
    expect(() => parseInterval(wrong)).toThrow(usage);
  }
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
  await editItem(client, "cur_1", editOf({ ...flags, every: "1h", query: "why?" }, nowMs));
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
  await expect(setItemsActive(client, ["cur_1", "cur_3"], false)).rejects.toThrow("No.");
  expect(paused).toEqual([]);
  expect(await setItemsActive(client, ["cur_1", "cur_1", "cur_2"], false)).toHaveLength(2);
  expect(paused).toEqual(["cur_1", "cur_2"]);
});

test("before items go, their question is told, escaped", () => {
  const one = curiosityItem({ id: "cur_1", query: "who?\u001b[2J" });
  expect(itemRemovalQuestion([one])).toBe('Remove "who?\\x1b[2J" (cur_1)?');
  expect(itemRemovalQuestion([one, one])).toBe("Remove 2 scheduled questions?");
});
