import fc from "fast-check";
import { expect, test } from "vitest";
import { createReceiptVerifier } from "../../../../src/compose/offline/verify-receipts.ts";
import type { Receipt } from "../../../../src/contract/receipt.ts";
import type { Finding } from "../../../../src/contract/summary.ts";
import { finding } from "../../../helpers/api-records.ts";
import { statementResult } from "../../../helpers/records.ts";
import { keyNamed, planResult, receiptOf } from "../../../helpers/signed-answer.ts";

const rows = Array.from({ length: 60 }, (_, n) => [`user-${n}`, n]);
const evidence = statementResult({ id: "weak/evidence", columns: ["user", "uid"], rows });
const result = planResult("web-1", "pln_1", [
  statementResult({ id: "facts/0/0", columns: ["a"], rows: [[1]] }),
  evidence,
]);
const receipt = receiptOf(result);

function found(over: Partial<Finding> = {}): Finding {
  const { plan_id, key_id, signature } = receipt;
  return finding({
    detection_id: "weak",
    agent_id: "web-1",
    evidence: {
      sql: "SELECT user, uid FROM things",
      columns: evidence.columns,
      rows: rows.slice(0, 50),
      row_count: 60,
    },
    receipt: { plan_id, key_id, signature },
    ...over,
  });
}

function verify(findings: Finding[], receipts: Receipt[]) {
  const verifier = createReceiptVerifier(findings);
  verifier.add(receipts);
  return verifier.report();
}
/** The problems reported for one receipt and for the finding based on it. */
function problems(changed: Receipt, one = found()) {
  const { ok, receipts, findings } = verify([one], [changed]);
  return { ok, receipt: receipts[0]!.problem, finding: findings[0]!.problem };
}

test("a finding whose first 50 rows were signed by its agent is proven", () => {
  const report = verify([found()], [receipt]);
  expect(report).toMatchObject({
    ok: true,
    receipts: [{ agent_id: "web-1", ok: true, signed_at: "2026-11-01T00:00:10.000Z" }],
    findings: [{ status: "proven", problem: null }],
  });
  expect(report.receipts[0]?.key_id).toBe(keyNamed("web-1").keyId);
});

test("a tampered payload fails the receipt and the finding based on it", () => {
  const altered = { ...result, results: [{ ...evidence, rows: [["nobody", 0]], row_count: 1 }] };
  const { payload } = receiptOf(altered);
  expect(problems({ ...receipt, payload })).toEqual({
    ok: false,
    receipt: "the receipt is not signed with the agent's key",
    finding: "its receipt is invalid: the receipt is not signed with the agent's key",
  });
});

test("a signature of another receipt is detected", () => {
  const { signature } = receiptOf({ ...result, plan_id: "pln_2" });
  expect(problems({ ...receipt, signature })).toMatchObject({
    ok: false,
    receipt: "the receipt is not signed with the agent's key",
  });
});

test("a key with a different id than stated is detected", () => {
  const public_key = keyNamed("stranger").publicKey.toString("base64");
  expect(problems({ ...receipt, public_key }).receipt).toBe(
    `its public key has the id ${keyNamed("stranger").keyId}, not the one it states`,
  );
  expect(problems({ ...receipt, public_key: "AAAA" }).receipt).toBe(
    "its public key is not an Ed25519 key",
  );
});

test("the same result signed by another key is a valid receipt, but does not prove the finding", () => {
  const stranger = receiptOf(result, keyNamed("stranger"));
  expect(problems(stranger)).toMatchObject({
    ok: false,
    receipt: null,
    finding: expect.stringContaining(`is signed with ${keyNamed("stranger").keyId}`),
  });
});

test("ids that differ from the signed ones are detected", () => {
  expect(problems({ ...receipt, plan_id: "pln_2" }).receipt).toBe("the receipt is for pln_1");
  expect(problems({ ...receipt, agent_id: "web-2" }).receipt).toBe("the receipt is from web-1");
});

test.each([
  ["a changed cell", { rows: [["nobody", 0], ...rows.slice(1, 50)] }],
  ["a missing row", { rows: rows.slice(0, 49) }],
  ["an extra row", { rows: rows.slice(0, 51) }],
  ["a different count", { row_count: 61 }],
  ["a different column name", { columns: ["user", "gid"] }],
])("evidence with %s is detected", (_, change) => {
  const changed = found({ evidence: { ...found().evidence, ...change } });
  expect(problems(receipt, changed)).toEqual({
    ok: false,
    receipt: null,
    finding: "its evidence differs from the signed result",
  });
});

/** A finding of packages that the server compared with advisories: some rows, with a column more. */
function joined(over: Partial<Finding["evidence"]> = {}) {
  const installed = { ...evidence, id: "weak/installed" };
  const own = receiptOf({ ...result, results: [installed] });
  const { plan_id, key_id, signature } = own;
  const one = found({
    receipt: { plan_id, key_id, signature },
    evidence: {
      sql: "",
      columns: ["user", "uid", "fixed_in"],
      rows: [["user-7", 7, "2.0"]],
      row_count: 1,
      added: ["fixed_in"],
      ...over,
    },
  });
  return problems(own, one).finding;
}

test("evidence with columns of advisories is proven by the rows that the agent signed", () => {
  const problem = "its evidence differs from the signed result";
  expect(joined()).toBeNull();
  expect(joined({ rows: [["user-7", 8, "2.0"]] })).toBe(problem);
  expect(joined({ columns: ["user", "gid", "fixed_in"] })).toBe(problem);
  expect(joined({ added: ["user", "uid", "fixed_in"] })).toBe(problem);
  expect(joined({ row_count: 61 })).toBe(problem);
  expect(joined({ columns: ["fixed_in"], rows: [["2.0"]] })).toBe(problem);
});

test("a finding with a different detection, agent or signature than signed is detected", () => {
  expect(problems(receipt, found({ detection_id: "other" })).finding).toBe(
    "the signed result has no other/evidence",
  );
  expect(problems(receipt, found({ agent_id: "web-2" })).finding).toBe(
    "its receipt is from another agent, web-1",
  );
  const named = { ...found().receipt!, signature: "AAAA" };
  expect(problems(receipt, found({ receipt: named })).finding).toBe(
    "it states a different signature than its receipt",
  );
});

test("a finding without its receipt fails; one from a snapshot has none to check", () => {
  const report = verify([found(), found({ receipt: null })], []);
  expect(report).toMatchObject({
    ok: false,
    findings: [
      { status: "failed", problem: "its receipt was not stored" },
      { status: "snapshot", problem: null },
    ],
  });
  expect(verify([found({ receipt: null })], []).ok).toBe(true);
});

test("a forged receipt fails, and the finding is still proven by the valid one", () => {
  const forged = receiptOf(result, keyNamed("stranger"));
  const bad = { ...forged, signature: receipt.signature };
  for (const order of [
    [bad, receipt],
    [receipt, bad],
  ]) {
    expect(verify([found()], order)).toMatchObject({ ok: false, findings: [{ status: "proven" }] });
  }
});

test("whatever a server sends as receipts, verification never throws and never passes", () => {
  const text = fc.oneof(fc.string(), fc.base64String(), fc.constant(receipt.public_key));
  const any = fc.record({
    plan_id: fc.constantFrom("pln_1", "x"),
    agent_id: text,
    key_id: fc.constantFrom(receipt.key_id, "x"),
    public_key: fc.oneof(text, fc.anything()),
    payload: fc.oneof(text, fc.anything()),
    signature: fc.oneof(text, fc.anything()),
  });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1 }), (receipts) => {
      const report = verify([found()], receipts as Receipt[]);
      expect(report.ok).toBe(false);
      expect(report.findings[0]?.status).toBe("failed");
    }),
  );
});
