import fc from "fast-check";
import { expect, test } from "vitest";
import type { PlanResult } from "../../../src/contract/plan.ts";
import { fitResult } from "../../../src/plan/fit-result.ts";
import { signResult } from "../../../src/plan/sign-result.ts";
import { verifyResult } from "../../../src/plan/verify-result.ts";
import { agentKey, strangerKey } from "./fixtures.ts";

const result: PlanResult = {
  plan_id: "pln_1",
  agent_id: "service-web-1",
  started_at: "2026-11-20T12:00:00.000Z",
  finished_at: "2026-11-20T12:00:01.000Z",
  refused: null,
  results: [
    {
      id: "a",
      columns: ["n", "text"],
      rows: [
        [1, "é"],
        [null, ""],
      ],
      row_count: 2,
      truncated: false,
      gaps: [{ table: "users", reason: "denied", detail: "a part" }],
      error: null,
      duration_ms: 3,
    },
  ],
};
const expected = {
  publicKey: agentKey.publicKey,
  planId: "pln_1",
  agentId: "service-web-1",
  statements: [{ id: "a", sql: "SELECT 1", max_rows: 2, timeout_ms: 1_000 }],
};

test("a receipt is verified and its result returned unchanged", () => {
  expect(verifyResult(signResult(result, agentKey), expected)).toEqual({ ok: true, result });
});

test("a receipt from another key, plan or agent is refused", () => {
  const code = (value: unknown, changes = {}) => {
    const verdict = verifyResult(value, { ...expected, ...changes });
    return verdict.ok ? "ok" : verdict.code;
  };
  const receipt = signResult(result, agentKey);
  expect(code(signResult(result, strangerKey))).toBe("bad_signature");
  expect(code(receipt, { publicKey: Buffer.alloc(3) })).toBe("bad_signature");
  expect(code({ ...receipt, signature: "AAAA" })).toBe("bad_signature");
  expect(code(receipt, { planId: "pln_2" })).toBe("wrong_plan");
  expect(code(receipt, { agentId: "another" })).toBe("wrong_agent");
  const broken = { ...result, results: [{ ...result.results[0]!, rows: [[1]] }] };
  expect(code(signResult(broken, agentKey))).toBe("malformed");
});

test("flipping any character of a receipt is refused", () => {
  const receipt = signResult(result, agentKey);
  fc.assert(
    fc.property(
      fc.constantFrom("payload" as const, "signature" as const),
      fc.nat(),
      fc.integer({ min: 1, max: 127 }),
      (part, place, flip) => {
        const text = receipt[part];
        const at = place % text.length;
        const character = String.fromCharCode(text.charCodeAt(at) ^ flip);
        const changed = { ...receipt, [part]: text.slice(0, at) + character + text.slice(at + 1) };
        expect(verifyResult(changed, expected).ok).toBe(false);
      },
    ),
  );
});

test("verifying any input never throws", () => {
  fc.assert(
    fc.property(fc.anything(), fc.jsonValue(), (value, content) => {
      expect(verifyResult(value, expected).ok).toBe(false);
      const bytes = Buffer.from(JSON.stringify(content));
      const payload = bytes.toString("base64");
      const signature = agentKey.sign(bytes).toString("base64");
      expect(verifyResult({ payload, signature }, expected).ok).toBe(false);
    }),
  );
});

test("a result that is too large loses rows of its largest statements, which are marked truncated", () => {
  const small = result.results[0]!;
  const rows = Array.from({ length: 1_000 }, (_, n) => [n, "x".repeat(100)]);
  const large = { ...small, id: "b", rows, row_count: rows.length };
  const fitted = fitResult({ ...result, results: [small, large] }, 20_000);
  expect(fitted.results[0]).toEqual(small);
  expect(fitted.results[1]).toMatchObject({ truncated: true, row_count: 125 });
  expect(JSON.stringify(fitted).length).toBeLessThanOrEqual(20_000);
});

test("finding 4: a receipt with more than its plan asks for is refused", () => {
  const [own] = result.results;
  const code = (results: PlanResult["results"]) => {
    const verdict = verifyResult(signResult({ ...result, results }, agentKey), expected);
    return verdict.ok ? "ok" : verdict.code;
  };
  const rows = [...own!.rows, [3, "c"]];
  expect(code([])).toBe("ok");
  expect(code([{ ...own!, id: "b" }])).toBe("exceeds_plan");
  expect(code([own!, own!])).toBe("exceeds_plan");
  expect(code([{ ...own!, rows }])).toBe("exceeds_plan");
  expect(code([{ ...own!, row_count: 3 }])).toBe("exceeds_plan");
  expect(code([{ ...own!, gaps: Array(1_001).fill(own!.gaps[0]) }])).toBe("malformed");
});

test("an agent leaves out rows beyond the cells that the server accepts", () => {
  const columns = Array.from({ length: 200 }, (_, at) => `c${at}`);
  const rows = Array.from({ length: 10_000 }, () => Array(200).fill(1));
  const [cut] = fitResult({
    ...result,
    results: [{ ...result.results[0]!, columns, rows }],
  }).results;
  expect(cut).toMatchObject({ row_count: 5_000, truncated: true });
});
