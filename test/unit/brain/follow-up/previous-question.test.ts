import { expect, test } from "vitest";
import { previousQuestion } from "../../../../src/brain/follow-up/previous-question.ts";
import type { Estate } from "../../../../src/brain/ports/services.ts";
import { newId } from "../../../../src/core/ids.ts";
import { writeJsonBlob } from "../../../../src/store/port/store.ts";
import type { InvestigationRecord } from "../../../../src/store/records.ts";
import { investigationRecord, reading } from "../../../helpers/records.ts";
import { startMs, startTestServer } from "../../../helpers/test-server.ts";

const estate: Estate = { accountId: "acc_1", hosts: ["web-1"], tags: [{}] };
const { signal } = new AbortController();
const unanswered = reading({ behaviour: "clarify", text: "The question was not understood." });

async function setUp() {
  const { store } = await startTestServer();
  const readings: [string, string | undefined][] = [];
  const services = {
    store,
    read: async (query: string, { previous }: Estate) => {
      readings.push([query, previous?.query]);
      return reading({ text: query });
    },
  };
  const put = async (over: Partial<InvestigationRecord>) => {
    const record = investigationRecord({ id: newId("inv", startMs), ...over });
    await store.commit([{ type: "put", kind: "investigation", record }]);
    return record.id;
  };
  return {
    store,
    put,
    readings,
    previousOf: (id?: string) => previousQuestion(services, { id, estate, signal }),
  };
}

test("a question that follows up nothing, or what was deleted, has none before it", async () => {
  const { previousOf } = await setUp();
  expect(await previousOf(undefined)).toBeUndefined();
  expect(await previousOf(newId("inv", startMs))).toBeUndefined();
});

test("the question before has the reading of its run, and the size of its answer", async () => {
  const { store, put, previousOf } = await setUp();
  const answer = { columns: ["a"], rows: [["x"]], row_count: 9, truncated: true };
  await writeJsonBlob(store, "investigation/a", { findings: [], chains: [], answer });
  const follow_up = { question: "before", asks: "rest" as const, skip: 500 };
  const read = { ...reading(), follow_up };
  const id = await put({ query: "q", reading: read, blob: "investigation/a" });
  expect(await previousOf(id)).toEqual({
    query: "q",
    reading: read,
    rows: { before: 500, shown: 1, after: 8 },
  });
});

test.each(["queued", "cancelled"] as const)(
  "one that is %s without a reading is read as its run would have read it",
  async (status) => {
    const { put, previousOf, readings } = await setUp();
    const first = await put({ query: "first", reading: reading() });
    const second = await put({ query: "second", reading: null, status, follow_up_of: first });
    expect(await previousOf(second)).toMatchObject({ query: "second", rows: null });
    expect(readings).toEqual([["second", "first"]]);
  },
);

test("after a follow-up that was not understood, the question before it is the one refined", async () => {
  const { put, previousOf } = await setUp();
  const first = await put({ query: "first", reading: reading() });
  const failed = await put({
    query: "huh",
    reading: unanswered,
    status: "failed",
    follow_up_of: first,
  });
  expect(await previousOf(failed)).toMatchObject({ query: "first" });
});

test("a question that was not understood and follows up nothing is the one before", async () => {
  const { put, previousOf } = await setUp();
  const failed = await put({ query: "huh", reading: unanswered, status: "failed" });
  expect(await previousOf(failed)).toMatchObject({ query: "huh", reading: unanswered });
});

test("each question of a long chain is read once", async () => {
  const { store, put } = await setUp();
  let reads = 0;
  const read = async () => {
    reads += 1;
    return unanswered;
  };
  let id = await put({ query: "first" });
  for (let at = 0; at < 19; at += 1) id = await put({ query: `next ${at}`, follow_up_of: id });
  await previousQuestion({ store, read }, { id, estate, signal });
  expect(reads).toBe(20);
});
