import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CapturedDelivery,
  inspectDelivery,
} from "../../../../src/webhooks/signing/inspect-delivery.ts";
import { eventOf, secrets, signedDelivery } from "../../../helpers/webhooks.ts";

const { generated, supplied } = secrets;
const signedAtMs = Date.parse("2026-11-01T00:00:00Z");
const event = eventOf({ data: { severity: "high", title: "Größe", path: "/etc/x" } });
const { body, headers } = signedDelivery({ event, atMs: signedAtMs });
const own = { "X-Service-Signature": headers["X-Service-Signature"]! };

function inspect(over: Partial<Omit<CapturedDelivery, "body">> & { body?: string | Buffer } = {}) {
  return inspectDelivery({
    headers,
    secrets: [generated],
    nowMs: signedAtMs,
    toleranceSeconds: 300,
    ...over,
    body: Buffer.from(over.body ?? body),
  });
}

test("every signature is checked, and its secret is reported by number", () => {
  const right = { ok: true, reason: null, message: null, age_seconds: 12 };
  const signed = { ...right, signed_at: "2026-11-01T00:00:00.000Z", secret: 2 };
  expect(inspect({ secrets: [supplied, generated], nowMs: signedAtMs + 12_000 })).toEqual({
    ok: true,
    checks: [
      { header: "X-Service-Signature", ...signed },
      { header: "webhook-signature", ...signed },
    ],
    event_id: event.event_id,
    event_type: "finding.discovered",
  });
});

test("an expired valid signature is reported as valid, with its age", () => {
  const { ok, checks } = inspect({ headers: own, nowMs: signedAtMs + 412_000 });
  expect(ok).toBe(false);
  expect(checks).toMatchObject([
    {
      reason: "timestamp_too_old",
      message:
        "It was signed 412 s ago, 112 s more than the 300 s allowed. The signature is valid.",
      age_seconds: 412,
      secret: 1,
    },
  ]);
});

const php = JSON.stringify(event).replaceAll("/", "\\/");
const python = JSON.stringify(event, null, 1).replace("ö", "\\u00f6").replace(/\n\s*/g, " ");
test.each([
  ["a newline at its end", `${body}\n`, "A newline was added"],
  ["a newline of Windows at its end", `${body}\r\n`, "A newline was added"],
  ["two newlines", `${body}\n\n`, "White space or a byte order mark was added"],
  ["a byte order mark", `\ufeff${body}`, "White space or a byte order mark was added"],
  ["indentation", JSON.stringify(event, null, 2), "The body was read as JSON and written again"],
  ["indentation and a newline", `${JSON.stringify(event, null, "\t")}\n`, "read as JSON"],
  ["the escapes of PHP", php, "read as JSON and written again"],
  ["the escapes and spaces of Python", python, "read as JSON and written again"],
  ["UTF-8 twice", Buffer.from(body).toString("latin1"), "The body was read as Latin-1"],
])("a body with %s is diagnosed, and the secret is correct", (_, changed, message) => {
  for (const received of [own, headers])
    for (const check of inspect({ headers: received, body: changed }).checks) {
      expect(check).toMatchObject({ ok: false, reason: "body_changed", secret: null });
      expect(check.message).toContain(message);
      expect(check.message).toContain("The secret is correct.");
    }
});

const { event_id, ...rest } = event;
test.each([
  ["empty", "", "The body is empty."],
  ["a newline", "\n", "The body is empty."],
  ["cut short", body.slice(0, -5), "The body is not a complete JSON object."],
  ["ordered anew", JSON.stringify({ ...rest, event_id }), "in their order."],
  ["changed and formatted", JSON.stringify(eventOf(), null, 2), "not formatted like those"],
  ["in Latin-1", Buffer.from(body, "latin1"), "The body is not UTF-8."],
  [
    "another event",
    JSON.stringify(eventOf({ event_id: "other" })),
    "Body and headers belong to different events.",
  ],
])("a body that is %s can't be the one sent, whatever the secret", (_, changed, message) => {
  for (const secret of [generated, supplied]) {
    const [check] = inspect({ body: changed, secrets: [secret] }).checks;
    expect(check).toMatchObject({ reason: "body_changed" });
    expect(check!.message).toContain(message);
    expect(check!.message).toContain("can't be determined");
  }
});

test("a different secret is not distinguished from a changed value", () => {
  const changed = body.replace("high", "info");
  for (const over of [{ secrets: [supplied] }, { body: changed }])
    expect(inspect({ headers: own, ...over }).checks).toMatchObject([
      {
        reason: "no_matching_signature",
        message: expect.stringContaining("a different secret, or"),
      },
    ]);
});

test("if one header is valid, the values of the other were changed", () => {
  const later = { ...headers, "webhook-timestamp": String(signedAtMs / 1000 + 1) };
  const { ok, checks } = inspect({ headers: later });
  expect(ok).toBe(false);
  expect(checks).toMatchObject([
    { ok: true },
    { reason: "headers_changed", message: expect.stringContaining("X-Service-Signature is valid") },
  ]);
});

test("a malformed header is reported with its wrong part, next to a valid one", () => {
  const cut = { ...headers, "X-Service-Signature": headers["X-Service-Signature"]!.slice(0, -1) };
  expect(inspect({ headers: cut }).checks).toMatchObject([
    {
      reason: "header_malformed",
      message: "X-Service-Signature: v1 number 1 is not 64 lower-case hex digits.",
      signed_at: null,
    },
    { ok: true },
  ]);
  expect(inspect({ headers: {} })).toMatchObject({ ok: false, checks: [] });
});

/** Including lone surrogates. */
const anyUnit = fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit));

test("no content of a body or header makes it throw", () => {
  const text = fc.oneof(fc.string({ unit: anyUnit }), fc.json());
  fc.assert(
    fc.property(text, text, fc.uint8Array(), (service, id, bytes) => {
      const received = { ...headers, "X-Service-Signature": service, "webhook-id": id };
      expect(inspect({ headers: received, body: Buffer.from(bytes) }).ok).toBe(false);
      expect(inspect({ body: service }).ok).toBe(false);
    }),
  );
});
