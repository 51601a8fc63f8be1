import { expect, test } from "vitest";
import type { SignatureCheck } from "../../../src/contract/webhook-verification.ts";
import { webhookVerificationView } from "../../../src/ui/views/webhook-verification.ts";
import { hostile } from "./investigation-fixture.ts";

const style = { width: 80, colour: false, maxRows: 20, nowMs: 0 };
const check = (over: Partial<SignatureCheck> = {}): SignatureCheck => ({
  header: "X-Service-Signature",
  ok: true,
  reason: null,
  message: null,
  signed_at: "2026-11-01T00:00:00.000Z",
  age_seconds: 12,
  secret: 1,
  ...over,
});
const lines = (checks: SignatureCheck[], event: { event_id?: string; event_type?: string } = {}) =>
  webhookVerificationView.plain(
    {
      ok: checks.every(({ ok }) => ok),
      checks,
      event_id: event.event_id ?? null,
      event_type: event.event_type ?? null,
    },
    style,
  );

test("right signatures are a line each, and the event comes last", () => {
  const checks = [check(), check({ header: "webhook-signature", age_seconds: -3 })];
  expect(lines(checks, { event_id: "019a", event_type: "agent.registered" })).toEqual([
    "ok      X-Service-Signature  signed 2026-11-01T00:00:00.000Z, 12 s ago",
    "ok      webhook-signature    signed 2026-11-01T00:00:00.000Z, 3 s ahead",
    "",
    "Verified: agent.registered 019a",
  ]);
  expect(lines([check()]).at(-1)).toBe("Verified, but the body is not an event.");
});

test("what is wrong stands below its signature, wrapped", () => {
  const message =
    "A newline was added to the end of the body, as echo does. The secret is correct.";
  const unread = { signed_at: null, age_seconds: null, secret: null };
  const wrong = [
    check({ ok: false, reason: "body_changed", message }),
    check({ ok: false, reason: "header_malformed", message: "It has no t=.", ...unread }),
  ];
  expect(lines(wrong)).toEqual([
    "failed  X-Service-Signature  signed 2026-11-01T00:00:00.000Z, 12 s ago",
    "        A newline was added to the end of the body, as echo does. The secret is",
    "        correct.",
    "failed  X-Service-Signature",
    "        It has no t=.",
    "",
    "Not verified.",
  ]);
});

test("what the body claims to be can't drive the terminal", () => {
  const told = lines([check()], { event_id: hostile, event_type: hostile }).join("\n");
  expect(told).not.toContain("\u001b");
  expect(told).not.toContain("\u202e");
});
