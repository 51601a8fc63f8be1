import fc from "fast-check";
import { expect, test } from "vitest";
import type { Snapshot } from "../../../src/contract/snapshot.ts";
import { createSigningKey } from "../../../src/plan/key-seed.ts";
import { signSnapshot } from "../../../src/plan/sign-snapshot.ts";
import { verifySnapshot } from "../../../src/plan/verify-snapshot.ts";
import { hashRows } from "../../helpers/hash-rows.ts";

const { key } = createSigningKey();
const expected = { publicKey: key.publicKey, agentId: "web-1" };
const rows = [{ username: "root", uid: 0 }];
const snapshot: Snapshot = {
  agent_id: "web-1",
  collected_at: "2026-11-01T00:00:00.000Z",
  tables: { users: { sha256: hashRows(rows), rows, gaps: [] } },
};

test("a signed snapshot is verified and returned", () => {
  expect(verifySnapshot(signSnapshot(snapshot, key), expected)).toEqual({ ok: true, snapshot });
});

test("a signature by another key is refused", () => {
  const signed = signSnapshot(snapshot, createSigningKey().key);
  expect(verifySnapshot(signed, expected)).toMatchObject({ ok: false, path: "signature" });
});

test("any flipped bit is detected", () => {
  const { payload, signature } = signSnapshot(snapshot, key);
  const bytes = Buffer.from(payload, "base64");
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1 << bit;
      const verdict = verifySnapshot({ payload: altered.toString("base64"), signature }, expected);
      expect(verdict.ok).toBe(false);
    }),
  );
});

test.each<[string, Partial<Record<keyof Snapshot, unknown>>]>([
  ["another agent's", { agent_id: "web-2" }],
  ["without a time", { collected_at: "soon" }],
  ["with a table of no table's name", { tables: { "../users": snapshot.tables.users } }],
  ["without a hash", { tables: { users: { rows, gaps: [] } } }],
  ["with rows that are no rows", { tables: { users: { ...snapshot.tables.users, rows: [1] } } }],
  ["with nested cells", { tables: { users: { ...snapshot.tables.users, rows: [{ a: {} }] } } }],
  ["with a gap without a reason", { tables: { users: { ...snapshot.tables.users, gaps: [{}] } } }],
])("a snapshot %s is refused", (_, over) => {
  const signed = signSnapshot({ ...snapshot, ...over } as Snapshot, key);
  expect(verifySnapshot(signed, expected)).toMatchObject({ ok: false, path: "payload" });
});

test("any other input is refused without throwing", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (payload, signature) => {
      expect(verifySnapshot({ payload, signature }, expected).ok).toBe(false);
    }),
  );
});
