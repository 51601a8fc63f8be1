import fc from "fast-check";
import { expect, test } from "vitest";
import { latestSnapshots, loadSnapshot } from "../../../../src/brain/snapshots/find-snapshot.ts";
import { saveSnapshot } from "../../../../src/brain/snapshots/save-snapshot.ts";
import type { SnapshotTable } from "../../../../src/contract/snapshot.ts";
import { hashRows } from "../../../helpers/hash-rows.ts";
import { agentRecord } from "../../../helpers/records.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

type Rows = Record<string, unknown>[] | null;

const at = (minute: number) => `2026-11-01T00:${String(minute).padStart(2, "0")}:00.000Z`;
const whole = (rows: Rows): SnapshotTable => ({ sha256: hashRows(rows), rows, gaps: [] });
const hashOnly = (rows: Rows): SnapshotTable => ({ sha256: hashRows(rows), gaps: [] });

const parsed = (rows: Record<string, string> | null) =>
  rows && Object.fromEntries(Object.entries(rows).map(([name, text]) => [name, JSON.parse(text)]));

async function anAgent() {
  const store = await openTestStore();
  const agent = agentRecord({ agent_id: "web-1" });
  const send = (
    tables: Record<string, SnapshotTable>,
    { minute = 0, deniedTables = [] as string[], maxBytes = 1 << 20 } = {},
  ) =>
    saveSnapshot(store, agent, {
      snapshot: { agent_id: agent.agent_id, collected_at: at(minute), tables },
      deniedTables,
      maxBytes,
    });
  const record = async () => (await store.find("snapshot", agent.id))!.record;
  const kept = async () => (await loadSnapshot(store, agent))!;
  const read = async (...tables: string[]) => parsed(await (await kept()).read(tables));
  return { store, agent, send, record, kept, read };
}

test("rows are returned as sent, a denied table as null, a missing one not at all", async () => {
  const { send, read } = await anAgent();
  const users = [{ username: "root", uid: "0" }, { username: "josé" }];
  expect(await send({ users: whole(users), shadow: whole(null) })).toEqual({
    ok: true,
    missing: [],
  });
  expect(await read("users", "shadow", "groups")).toEqual({ users, shadow: null });
});

test("an unchanged table gets a new time without its rows, and the others keep theirs", async () => {
  const { send, read, record } = await anAgent();
  const users = [{ username: "root" }];
  await send({ users: whole(users), groups: whole([]) });
  const { blob } = await record();
  expect(await send({ users: hashOnly(users) }, { minute: 15 })).toEqual({ ok: true, missing: [] });
  expect(await record()).toMatchObject({
    blob,
    collected_at: at(15),
    tables: { users: at(15), groups: at(0) },
  });
  expect(await read("users", "groups")).toEqual({ users, groups: [] });
});

test("missing rows are requested, and stored ones stay", async () => {
  const { send, read, record } = await anAgent();
  await send({ users: whole([{ username: "old" }]) });
  const sent = { users: hashOnly([{ username: "new" }]), groups: hashOnly([]) };
  expect(await send(sent, { minute: 15 })).toEqual({ ok: true, missing: ["users", "groups"] });
  expect((await record()).tables.users).toBe(at(0));
  expect(await read("users")).toEqual({ users: [{ username: "old" }] });
});

test("hashes alone don't make an agent fresh without its rows", async () => {
  const { send, kept, store, agent } = await anAgent();
  expect(await send({ users: hashOnly([]) })).toEqual({ ok: true, missing: ["users"] });
  expect(await kept()).toBeUndefined();
  expect([...(await latestSnapshots(store, [agent]))]).toEqual([]);
});

test("one file holds all tables, and the previous one is deleted", async () => {
  const { send, record, store } = await anAgent();
  await send({ users: whole([]) });
  const before = (await record()).blob;
  await send({ users: whole([{ username: "root" }]) });
  expect(await store.getBlob(before)).toBeUndefined();
  expect(await store.getBlob((await record()).blob)).toBeDefined();
});

test("a reader whose file was replaced gets null, never empty rows", async () => {
  const { send, kept } = await anAgent();
  await send({ users: whole([{ username: "root" }]) });
  const before = await kept();
  await send({ users: whole([]) });
  expect(await before.read(["users"])).toBeNull();
});

test("a snapshot whose file is missing counts as absent, and the next one is complete again", async () => {
  const { send, kept, record, read, store } = await anAgent();
  await send({ users: whole([]) });
  await store.removeBlob((await record()).blob);
  expect(await kept()).toBeUndefined();
  expect(await send({ users: hashOnly([]) })).toEqual({ ok: true, missing: ["users"] });
  await send({ users: whole([]) });
  expect(await read("users")).toEqual({ users: [] });
});

test("a denied table is not stored, and deleted if it was", async () => {
  const { send, record } = await anAgent();
  await send({ shadow: whole([{ username: "root" }]), users: whole([]) });
  await send({ shadow: whole([{ username: "root" }]) }, { deniedTables: ["shadow"] });
  expect(Object.keys((await record()).tables)).toEqual(["users"]);
});

test("gaps are those of the latest collection", async () => {
  const { send, kept } = await anAgent();
  const gap = { table: "users", reason: "denied" as const, detail: "users: permission denied" };
  await send({ users: { ...whole([]), gaps: [gap] } });
  expect((await kept()).tables.users?.gaps).toEqual([gap]);
  await send({ users: hashOnly([]) });
  expect((await kept()).tables.users?.gaps).toEqual([]);
});

test("parts sent concurrently are all stored", async () => {
  const { send, read } = await anAgent();
  const names = ["a", "b", "c", "d", "e"];
  await Promise.all(names.map((name) => send({ [name]: whole([{ name }]) })));
  const kept = await read(...names);
  expect(kept).toEqual(Object.fromEntries(names.map((name) => [name, [{ name }]])));
});

test("a snapshot beyond the limit is refused, and the stored one stays", async () => {
  const { send, read } = await anAgent();
  await send({ users: whole([{ username: "root" }]) });
  const large = { groups: whole([{ groupname: "x".repeat(1000) }]) };
  expect(await send(large, { maxBytes: 1000 })).toEqual({ ok: false, reason: "too_large" });
  expect(await read("users")).toEqual({ users: [{ username: "root" }] });
});

test("whatever the order of uploads, the latest version of each table is read", async () => {
  const word = fc.record({
    name: fc.constantFrom("a", "b", "c"),
    rows: fc.option(fc.array(fc.record({ v: fc.string() }), { maxLength: 4 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async (words) => {
      const { send, read, store } = await anAgent();
      const last = new Map<string, Rows>();
      for (const { name, rows } of words) {
        await send({ [name]: whole(rows) });
        last.set(name, rows);
      }
      expect(await read("a", "b", "c")).toEqual(Object.fromEntries(last));
      await store.close();
    }),
    { numRuns: 15 },
  );
});

test("the time of each agent's latest snapshot is returned by agent id", async () => {
  const { send, store, agent } = await anAgent();
  await send({ users: whole([]) }, { minute: 3 });
  const never = agentRecord({ agent_id: "web-2" });
  expect([...(await latestSnapshots(store, [agent, never]))]).toEqual([["web-1", at(3)]]);
});
