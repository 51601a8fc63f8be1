import { expect, test } from "vitest";
import {
  chooseRun,
  earlierRuns,
  isOldEnough,
} from "../../../../src/brain/follow-up/earlier-runs.ts";
import { newId } from "../../../../src/core/ids.ts";
import type { InvestigationRecord } from "../../../../src/store/records.ts";
import { investigationRecord, reading } from "../../../helpers/records.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const day = 86_400_000;
const nowMs = Date.parse("2026-11-20T12:00:00.000Z");
const asked = reading({ tables: ["users"], hosts: ["web-1"] });

function run(ageMs: number, over: Partial<InvestigationRecord> = {}): InvestigationRecord {
  const at = new Date(nowMs - ageMs).toISOString();
  const times = { started_at: at, completed_at: at };
  return investigationRecord({
    id: newId("inv", nowMs - ageMs),
    query: "list the users",
    status: "completed",
    reading: asked,
    ...times,
    ...over,
  });
}

async function foundBy(runs: InvestigationRecord[], record: InvestigationRecord) {
  const { store } = await startTestServer();
  for (const one of [...runs, record])
    await store.commit([{ type: "put", kind: "investigation", record: one }]);
  return (await earlierRuns(store, record, asked)).map(({ id }) => id);
}

test("earlier runs have the same wording or schedule, the same meaning and hosts, and are completed", async () => {
  const followed = run(1000, { curiosity_id: "cur_1" });
  const sameWording = run(2 * day);
  const sameSchedule = run(3 * day, { curiosity_id: "cur_1", query: "the users" });
  const others = [
    run(4 * day, { status: "failed" }),
    run(4 * day, { reading: reading({ tables: ["users"], hosts: ["db-1"] }) }),
    run(4 * day, { scope: { type: "selector", filter: { tags: { env: "prod" } } } }),
    run(4 * day, { query: "something else" }),
    run(4 * day, { account_id: "other" }),
    run(5 * day, {
      reading: { ...asked, follow_up: { question: "list the users", asks: "changes" } },
    }),
  ];
  const record = run(0, { follow_up_of: followed.id, query: "what changed?", status: "running" });
  expect(await foundBy([followed, sameWording, sameSchedule, ...others], record)).toEqual([
    followed.id,
    sameWording.id,
    sameSchedule.id,
  ]);
});

const runs = [run(1000), run(day), run(3 * day)];

test.each([
  [undefined, 0, true],
  ["since:yesterday", 1, true],
  ["yesterday", 1, true],
  ["today", 1, true],
  ["48h", 2, true],
  ["7d", 2, false],
])("of runs 1 second, 1 day and 3 days old, %s is compared with number %i", (since, at, old) => {
  const chosen = chooseRun(runs, { since, nowMs });
  expect(chosen).toEqual(runs[at]);
  expect(chosen && isOldEnough(chosen, { since, nowMs })).toBe(old);
});

test("without an earlier run there is nothing to compare with", () => {
  expect(chooseRun([], { since: undefined, nowMs })).toBeUndefined();
});
