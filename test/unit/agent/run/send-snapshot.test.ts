import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SnapshotTableRows } from "../../../../src/agent/query-engine.ts";
import { createSnapshotSender } from "../../../../src/agent/run/send-snapshot.ts";
import type { Snapshot } from "../../../../src/contract/snapshot.ts";
import { agentKey } from "../../plan/fixtures.ts";
import { fakeBrain } from "./fake-brain.ts";

const { signal } = new AbortController();
const collectedAt = "2026-11-20T12:00:00.000Z";
const part = (name: string, rows: SnapshotTableRows["rows"]): SnapshotTableRows => ({
  name,
  rows,
  gaps: [],
});

function sending(limits?: { tableBytes: number; requestBytes: number }) {
  const brain = fakeBrain();
  const warnings: string[] = [];
  const warn = (_: object, message: string) => void warnings.push(message);
  const log = { debug() {}, info() {}, warn, error() {} };
  const parts = { brain, agentId: "a", agentKey, log, ...(limits && { limits }) };
  const send = createSnapshotSender(parts);
  const puts = () =>
    brain.requests.flatMap((word) => (word.type === "snapshot" ? [word.snapshot.tables] : []));
  return {
    brain,
    warnings,
    puts,
    send: (tables: SnapshotTableRows[]) => send({ collectedAt, tables }, signal),
  };
}

const lacksAll = ({ tables }: Snapshot) =>
  Object.keys(tables).filter((name) => tables[name]!.rows === undefined);

test("the hash covers the rows as the brain stores them; a denied table is null", async () => {
  const { brain, puts, send } = sending();
  brain.missing = lacksAll;
  await send([part("users", [{ b: 1, a: null }]), part("shadow", null)]);
  const [heads, rows] = puts();
  const sha256 = createHash("sha256")
    .update(JSON.stringify([{ b: 1, a: null }]))
    .digest("hex");
  expect(heads!.users).toEqual({ sha256, gaps: [] });
  expect(rows!.users).toEqual({ sha256, gaps: [], rows: [{ a: null, b: 1 }] });
  expect(rows!.shadow!.rows).toBeNull();
});

test("a brain that has every table gets one request with hashes, now and later", async () => {
  const { puts, send } = sending();
  const tables = [part("users", [{ a: 1 }]), part("groups", [{ b: 1 }])];
  await send(tables);
  await send(tables);
  expect(puts().map((one) => Object.values(one).some(({ rows }) => rows !== undefined))).toEqual([
    false,
    false,
  ]);
});

test("a table that the brain lost is sent again, although it has not changed", async () => {
  const { brain, puts, send } = sending();
  const tables = [part("users", [{ a: 1 }])];
  await send(tables);
  brain.missing = lacksAll;
  await send(tables);
  expect(puts().at(-1)!.users!.rows).toEqual([{ a: 1 }]);
});

test("a table too large for a request is left out and logged", async () => {
  const { warnings, puts, send } = sending({ tableBytes: 100, requestBytes: 50 });
  await send([part("users", [{ a: "x".repeat(200) }]), part("groups", [{ a: 1 }])]);
  expect(Object.keys(puts()[0]!)).toEqual(["groups"]);
  expect(warnings).toEqual(["A table is too large for a snapshot."]);
});

test("whatever the sizes of tables, each arrives complete and requests stay small", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 300 }), { maxLength: 12 }), async (sizes) => {
      const { brain, puts, send } = sending({ tableBytes: 1_000, requestBytes: 400 });
      brain.missing = lacksAll;
      await send(sizes.map((size, at) => part(`t${at}`, [{ x: "x".repeat(size) }])));
      const got = new Map<string, number>();
      for (const tables of puts()) {
        const rows = Object.entries(tables).filter(([, table]) => table.rows !== undefined);
        const total = rows.reduce((sum, [, table]) => sum + JSON.stringify(table.rows).length, 0);
        expect(total).toBeLessThanOrEqual(400);
        for (const [name, table] of rows) got.set(name, (table.rows![0]!.x as string).length);
      }
      expect([...got]).toEqual(sizes.map((size, at) => [`t${at}`, size]));
    }),
    { numRuns: 50 },
  );
});
