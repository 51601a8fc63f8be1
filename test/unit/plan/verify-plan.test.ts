import fc from "fast-check";
import nacl from "tweetnacl";
import { expect, test } from "vitest";
import type { Plan } from "../../../src/contract/plan.ts";
import { createSigningKey, formatSeed, parseSeed } from "../../../src/plan/key-seed.ts";
import { signingKeyOf, verifySignature } from "../../../src/plan/signing-key.ts";
import { verifyPlan } from "../../../src/plan/verify-plan.ts";
import { apiKeyHash, check, now, plan, sealed, signed, strangerKey } from "./fixtures.ts";

const codeOf = (value: unknown, changes: Parameters<typeof check>[0] = {}) => {
  const verdict = verifyPlan(value, check(changes));
  return verdict.ok ? "ok" : verdict.code;
};
const withSql = (sql: string) => signed({ statements: [{ ...plan.statements[0]!, sql }] });

test("a signed plan is verified and returned unchanged", () => {
  expect(verifyPlan(signed(), check())).toEqual({ ok: true, plan });
});

test("without a pinned key the MAC is verified", () => {
  const byMac = { publicKey: null, apiKeyHash };
  expect(codeOf(signed({}, strangerKey), byMac)).toBe("ok");
  expect(codeOf(signed(), { publicKey: null, apiKeyHash: Buffer.alloc(32) })).toBe("bad_mac");
  expect(codeOf({ ...signed(), mac: "" }, byMac)).toBe("bad_mac");
  expect(codeOf(signed(), { publicKey: null, apiKeyHash: null })).toBe("unverifiable");
});

test.each<[string, unknown, Parameters<typeof check>[0]]>([
  ["bad_signature", signed({}, strangerKey), {}],
  ["bad_signature", { ...signed(), key_id: "0".repeat(16) }, {}],
  ["bad_signature", { ...signed(), signature: "" }, {}],
  ["wrong_agent", signed({ agent_id: "another" }), {}],
  ["expired", signed(), { now: now + 60_000 }],
  ["issued_in_future", signed(), { now: now - 62_000 }],
  ["valid_too_long", signed({ expires_at: "2026-11-21T12:00:00.000Z" }), {}],
  ["already_run", signed(), { seen: new Set(["pln_1"]) }],
  ["not_one_select", withSql("DELETE FROM users"), {}],
  ["not_one_select", withSql("SELECT 1; SELECT 2"), {}],
  ["not_one_select", withSql("WITH a AS (SELECT 1) INSERT INTO b SELECT * FROM a"), {}],
  ["not_one_select", withSql("PRAGMA user_version"), {}],
  ["too_large", withSql(`SELECT '${"x".repeat(300_000)}'`), {}],
  [
    "too_large",
    signed({
      statements: Array.from({ length: 1_001 }, (_, id) => ({
        ...plan.statements[0]!,
        id: `${id}`,
      })),
    }),
    {},
  ],
  ["too_large", { ...signed(), payload: "A".repeat(6 << 20) }, {}],
  ["malformed", signed({ statements: [] }), {}],
  ["malformed", signed({ statements: [plan.statements[0]!, plan.statements[0]!] }), {}],
  ["malformed", signed({ statements: [{ ...plan.statements[0]!, max_rows: -1 }] }), {}],
  ["malformed", signed({ expires_at: "soon" }), {}],
  ["malformed", signed({ extra: 1 } as Partial<Plan>), {}],
  ["malformed", { ...signed(), payload: "not base64!" }, {}],
  ["malformed", null, {}],
  ["malformed", [], {}],
  ["malformed", { payload: 1, signature: 2, mac: 3, key_id: 4 }, {}],
])("refuses with %s (case %#)", (code, value, changes) => {
  expect(codeOf(value, changes)).toBe(code);
});

test("a plan refused for its time reports the difference of the clocks", () => {
  const messageAt = (at: number) => verifyPlan(signed(), check({ now: at }));
  expect(messageAt(now + 3_599_000)).toMatchObject({
    code: "expired",
    message: expect.stringContaining("the agent's clock is 3,600 s ahead of the plan's issue"),
  });
  expect(messageAt(now - 3_601_000)).toMatchObject({
    code: "issued_in_future",
    message: expect.stringContaining("the agent's clock is 3,600 s behind the plan's issue"),
  });
});

test("flipping any signed character is refused", () => {
  const whole = signed();
  fc.assert(
    fc.property(
      fc.constantFrom("payload" as const, "signature" as const, "key_id" as const),
      fc.nat(),
      fc.integer({ min: 1, max: 127 }),
      (part, place, flip) => {
        const text = whole[part];
        const at = place % text.length;
        const character = String.fromCharCode(text.charCodeAt(at) ^ flip);
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        expect(codeOf({ ...whole, [part]: changed })).not.toBe("ok");
      },
    ),
    { numRuns: 500 },
  );
});

test("flipping any character of payload or MAC is refused without a pinned key", () => {
  const whole = signed();
  const byMac = { publicKey: null, apiKeyHash };
  for (const part of ["payload", "mac"] as const) {
    for (let at = 0; at < whole[part].length; at++) {
      for (const bit of [1, 2, 4, 8, 16, 32, 64]) {
        const text = whole[part];
        const character = String.fromCharCode(text.charCodeAt(at) ^ bit);
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        expect(codeOf({ ...whole, [part]: changed }, byMac)).not.toBe("ok");
      }
    }
  }
});

test("verifying any input never throws", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(codeOf(value)).not.toBe("ok");
    }),
  );
  const text = fc.string();
  fc.assert(
    fc.property(fc.record({ payload: text, signature: text, mac: text, key_id: text }), (value) => {
      expect(codeOf(value, { publicKey: null, apiKeyHash })).not.toBe("ok");
    }),
  );
});

test("verifying any JSON from the right sender never throws", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const codeOfJson = (json: unknown) => codeOf(sealed(Buffer.from(JSON.stringify(json))));
      expect(codeOfJson(value)).toBeTypeOf("string");
      expect(codeOfJson({ ...plan, statements: [value] })).toBe("malformed");
    }),
  );
});

test("node:crypto and tweetnacl make the same signatures", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uint8Array({ maxLength: 500 }),
      (seed, message) => {
        const key = signingKeyOf(seed);
        const pair = nacl.sign.keyPair.fromSeed(seed);
        const signature = key.sign(message);
        expect(Buffer.from(pair.publicKey)).toEqual(key.publicKey);
        expect(Buffer.from(nacl.sign.detached(message, pair.secretKey))).toEqual(signature);
        expect(verifySignature(message, { signature, publicKey: pair.publicKey })).toBe(true);
      },
    ),
    { numRuns: 15 },
  );
});

test("node:crypto and tweetnacl agree on tampered signatures", () => {
  const message = Buffer.from("what is signed");
  const key = signingKeyOf(Buffer.alloc(32, 7));
  const place = fc.nat({ max: 63 });
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, flip, ofMessage) => {
      const signature = Buffer.from(key.sign(message));
      const bytes = Buffer.from(message);
      const tampered = ofMessage ? bytes : signature;
      tampered[at % tampered.length]! ^= flip;
      const { publicKey } = key;
      expect(nacl.sign.detached.verify(bytes, signature, publicKey)).toBe(false);
      expect(verifySignature(bytes, { signature, publicKey })).toBe(false);
    }),
    { numRuns: 40 },
  );
  for (const signature of [Buffer.alloc(0), Buffer.alloc(63), Buffer.alloc(65)])
    expect(verifySignature(message, { signature, publicKey: key.publicKey })).toBe(false);
});

test("a key can be read back from its file; anything else is not a key", () => {
  const { seed, key } = createSigningKey();
  expect(parseSeed(formatSeed(seed))?.keyId).toBe(key.keyId);
  expect(key.keyId).toMatch(/^[0-9a-f]{16}$/);
  for (const text of ["", "abc", "A".repeat(44), `${formatSeed(seed)}x`])
    expect(parseSeed(text)).toBeNull();
});

test("finding 21: a plan that is valid for years is refused, whatever its issue time", () => {
  const years = "9999-12-31T23:59:59.999Z";
  expect(codeOf(signed({ expires_at: years }))).toBe("valid_too_long");
  expect(codeOf(signed({ issued_at: "1970-01-01T00:00:00.000Z" }))).toBe("valid_too_long");
  // The issue time can't be set forward to make the lifetime look short.
  expect(codeOf(signed({ issued_at: years, expires_at: years }))).toBe("issued_in_future");
});

test("a plan may be valid for 24 hours", () => {
  expect(codeOf(signed({ expires_at: "2026-11-21T11:59:59.000Z" }))).toBe("ok");
});

test("a second plan with the same statements is read as if it were the first", () => {
  const statements = [{ id: "a", sql: "SELECT 'again'", max_rows: 10, timeout_ms: 1_000 }];
  for (const plan_id of ["pln_1", "pln_2"])
    expect(verifyPlan(signed({ plan_id, statements }), check())).toEqual({
      ok: true,
      plan: { ...plan, plan_id, statements },
    });
});

test("what follows the statements counts, whatever was read before", () => {
  const payload = (changes: string) =>
    Buffer.from(`${JSON.stringify(plan).slice(0, -1)}${changes}}`);
  const send = (bytes: Buffer) => verifyPlan(sealed(bytes), check());
  for (const round of [1, 2]) {
    expect(send(payload(',"agent_id":"other"')), `round ${round}`).toMatchObject({
      code: "wrong_agent",
    });
    expect(send(payload(',"more":1')), `round ${round}`).toMatchObject({ code: "malformed" });
    expect(send(payload("")), `round ${round}`).toMatchObject({ ok: true });
  }
});
