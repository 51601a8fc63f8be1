import fc from "fast-check";
import { expect, test } from "vitest";
import type { Event } from "../../../src/contract/event.ts";
import {
  type DeliveredEvent,
  type ReceivedDelivery,
  verifyDelivery,
} from "../../../src/webhooks/verify.ts";
import { eventOf, secrets, signedDelivery } from "../../helpers/webhooks.ts";

const { generated, supplied } = secrets;
const signedAtMs = Date.parse("2026-11-01T00:00:00Z");
const seconds = signedAtMs / 1000;
const { event, body, headers } = signedDelivery({ atMs: signedAtMs });
const own = "X-Service-Signature";
const ownOnly = { [own]: headers[own]! };
const standardOnly = {
  "webhook-id": headers["webhook-id"]!,
  "webhook-timestamp": headers["webhook-timestamp"]!,
  "webhook-signature": headers["webhook-signature"]!,
};
const hex = headers[own]!.split("v1=")[1]!;

const verify = (over: Partial<ReceivedDelivery> = {}) =>
  verifyDelivery({ body, headers, secrets: generated, nowMs: signedAtMs, ...over });

test("a signed delivery is verified by either scheme, as text or bytes", () => {
  for (const received of [headers, ownOnly, standardOnly, new Headers(headers)]) {
    expect(verify({ headers: received })).toEqual({ ok: true, event });
    expect(verify({ headers: received, body: Buffer.from(body) })).toEqual({ ok: true, event });
  }
  const shouted = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
  expect(verify({ headers: Object.fromEntries(shouted) }).ok).toBe(true);
});

test("the event has the shape defined in the contract", () => {
  // Compiles only while the types match.
  const delivered: DeliveredEvent = event satisfies Event;
  expect(verify()).toEqual({ ok: true, event: delivered });
});

test("during a rotation the old secret, the new one, and both are accepted", () => {
  const rotated = signedDelivery({ secrets: [supplied, generated], atMs: signedAtMs }).headers;
  for (const received of [rotated, { ...rotated, [own]: undefined }])
    for (const known of [generated, supplied, [generated, supplied]])
      expect(verify({ headers: received, secrets: known }).ok).toBe(true);
  for (const received of [ownOnly, standardOnly]) {
    expect(verify({ headers: received, secrets: [supplied, generated] }).ok).toBe(true);
    expect(verify({ headers: received, secrets: supplied })).toMatchObject({
      reason: "no_matching_signature",
    });
  }
});

test.each([
  [300, true],
  [301, false],
])("signed %i seconds ago or ahead is accepted: %s", (distance, ok) => {
  for (const received of [ownOnly, standardOnly])
    for (const sign of [1, -1])
      expect(verify({ headers: received, nowMs: signedAtMs + sign * distance * 1000 }).ok).toBe(ok);
});

test("a timestamp out of range is reported in seconds", () => {
  expect(verify({ nowMs: signedAtMs + 412_900 })).toEqual({
    ok: false,
    reason: "timestamp_too_old",
    message: "It was signed 412 s ago, 112 s more than the 300 s allowed.",
  });
  expect(verify({ nowMs: signedAtMs - 20_000, toleranceSeconds: 5 })).toEqual({
    ok: false,
    reason: "timestamp_in_future",
    message: "The timestamp is 20 s ahead of this clock, 15 s more than the 5 s allowed.",
  });
  expect(verify({ nowMs: Number.NaN }).ok).toBe(false);
  expect(verify({ toleranceSeconds: Number.NaN }).ok).toBe(false);
});

test.each<[string, string]>([
  ["", `${own}: part 1 is not of the form key=value.`],
  ["v1", `${own}: part 1 is not of the form key=value.`],
  [`t=${seconds},`, `${own}: part 2 is not of the form key=value.`],
  [`v1=${hex}`, `${own} has no t=.`],
  [`t=${seconds}`, `${own} has no v1=.`],
  [`t=${seconds},v0=${hex}`, `${own} has no v1=.`],
  [`t=${seconds}, v1=${hex}`, `${own} has a space at its v1=, which is not allowed.`],
  [`v1=${hex}, t=${seconds}`, `${own} has a space at its t=, which is not allowed.`],
  [`t=${seconds},t=${seconds},v1=${hex}`, `${own} has more than one t=.`],
  [`t=,v1=${hex}`, `${own}: t is not a Unix time in seconds.`],
  [`t=-1,v1=${hex}`, `${own}: t is not a Unix time in seconds.`],
  [`t=0${seconds},v1=${hex}`, `${own}: t is not a Unix time in seconds.`],
  [`t=${seconds}.0,v1=${hex}`, `${own}: t is not a Unix time in seconds.`],
  [`t=${seconds},v1=${hex.slice(1)}`, `${own}: v1 number 1 is not 64 lower-case hex digits.`],
  [`t=${seconds},v1=${hex},v1=`, `${own}: v1 number 2 is not 64 lower-case hex digits.`],
  [`t=${seconds},${`v1=${hex},`.repeat(100)}`, `${own} is longer than 4096 characters.`],
])("the header %j is malformed: %s", (value, message) => {
  expect(verify({ headers: { ...headers, [own]: value } })).toEqual({
    ok: false,
    reason: "header_malformed",
    message,
  });
});

test.each<[Record<string, string | undefined>, string]>([
  [{ "webhook-id": undefined }, "webhook-id is missing."],
  [{ "webhook-timestamp": undefined }, "webhook-timestamp is missing."],
  [{ "webhook-signature": undefined }, "webhook-signature is missing."],
  [{ "webhook-id": "a.1" }, "webhook-id is not an event id."],
  [{ "webhook-timestamp": "now" }, "webhook-timestamp is not a Unix time in seconds."],
  [{ "webhook-signature": "v1a,AAAA" }, "webhook-signature has no v1,."],
  [{ "webhook-signature": "v1,AAAA" }, "webhook-signature: v1 number 1 is not base64 of 32 bytes."],
  [
    { "webhook-signature": `${standardOnly["webhook-signature"]} ` },
    "webhook-signature: part 2 is not of the form key,value.",
  ],
  [{ "webhook-signature": "v".repeat(5_000) }, "webhook-signature is longer than 4096 characters."],
])("Standard Webhooks' headers with %j are malformed: %s", (over, message) => {
  expect(verify({ headers: { ...standardOnly, ...over } })).toEqual({
    ok: false,
    reason: "header_malformed",
    message,
  });
});

test("a repeated signature header is malformed, and an absent one is missing", () => {
  for (const received of [
    { "x-service-signature": [headers[own]!, headers[own]!] },
    { "x-service-signature": headers[own], [own]: headers[own] },
    { ...standardOnly, "Webhook-Id": headers["webhook-id"] },
  ])
    expect(verify({ headers: received })).toMatchObject({ reason: "header_malformed" });
  expect(verify({ headers: {} })).toMatchObject({ reason: "header_missing" });
});

test("unknown signature schemes are ignored", () => {
  const service = `${headers[own]},v2=abc`;
  const standard = `v1a,abc ${headers["webhook-signature"]}`;
  expect(verify({ headers: { [own]: service } }).ok).toBe(true);
  expect(verify({ headers: { ...standardOnly, "webhook-signature": standard } }).ok).toBe(true);
});

test("an invalid secret is refused, so that nobody can sign with it", () => {
  const wrong = [[], "", [""], [generated, ""], "whsec_", undefined, [undefined], 5];
  for (const secret of wrong as (string | string[])[])
    expect(verify({ secrets: secret })).toMatchObject({ reason: "secret_malformed" });
});

test("a parsed body is distinguished from a changed one", () => {
  const parsed = event as unknown as string;
  expect(verify({ body: parsed })).toMatchObject({ reason: "body_not_raw" });
  expect(verify({ body: undefined as unknown as string })).toMatchObject({ ok: false });
  expect(verify({ body: `${body}\n` })).toMatchObject({ reason: "no_matching_signature" });
});

test("bytes that decode to the same text as the signed ones are rejected", () => {
  const signed = signedDelivery({ event: eventOf({ data: { a: "\ufffd" } }), atMs: signedAtMs });
  const bytes = Buffer.from(signed.body);
  const at = bytes.indexOf(Buffer.from("\ufffd"));
  const forged = Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at + 3)]);
  expect(forged.toString()).toBe(signed.body);
  expect(verify({ ...signed }).ok).toBe(true);
  expect(verify({ ...signed, body: forged })).toMatchObject({ reason: "no_matching_signature" });
});

test.each(["", "{", "null", "[]", '"text"', "{}", '{"event_id":1,"event_type":"a","data":{}}'])(
  "a signed %j is not an event",
  (text) => {
    const signed = signedDelivery({ body: text, atMs: signedAtMs });
    expect(verify(signed)).toMatchObject({ reason: "body_not_an_event" });
  },
);

const anySecret = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString("base64")}`);
const anyEvent = fc.record({
  event_id: fc.uuid(),
  data: fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()),
});
const anyDelivery = fc.record({
  event: anyEvent.map(eventOf),
  secrets: fc.uniqueArray(anySecret, { minLength: 1, maxLength: 4 }),
  atMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
});

test("every signed body is verified, by any one of its secrets", () => {
  fc.assert(
    fc.property(anyDelivery, fc.nat(), fc.integer({ min: -300, max: 300 }), (drawn, at, lag) => {
      const signed = signedDelivery(drawn);
      const known = drawn.secrets[at % drawn.secrets.length]!;
      const nowMs = (Math.floor(drawn.atMs / 1000) + lag) * 1000;
      for (const received of [signed.headers, { ...signed.headers, [own]: undefined }])
        expect(verify({ body: signed.body, headers: received, secrets: known, nowMs })).toEqual({
          ok: true,
          event: JSON.parse(signed.body),
        });
    }),
  );
});

/** One character replaced, inserted or removed. */
const anyEdit = fc.record({
  at: fc.nat(),
  length: fc.nat({ max: 1 }),
  text: fc.string({ maxLength: 1 }),
});
function edit(
  text: string,
  { at, length, text: put }: typeof anyEdit extends fc.Arbitrary<infer E> ? E : never,
) {
  const from = at % (text.length + 1);
  return text.slice(0, from) + put + text.slice(from + length);
}

test.each(["body", own, "webhook-id", "webhook-timestamp", "webhook-signature"])(
  "nothing can be changed in the %s",
  (part) => {
    fc.assert(
      fc.property(anyEdit, (change) => {
        const received: Record<string, string> = part === own ? ownOnly : standardOnly;
        const text = part === "body" ? body : received[part]!;
        const edited = edit(text, change);
        fc.pre(edited !== text);
        const result =
          part === "body"
            ? verify({ body: edited })
            : verify({ headers: { ...received, [part]: edited } });
        expect(result.ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  },
);

/** Including lone surrogates. */
const anyUnit = fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit));

test("no header, body or clock makes it throw", () => {
  const text = fc.oneof(
    fc.string({ unit: anyUnit }),
    fc.stringMatching(/^(t|v1)=\w*(,(t|v1)=\w*){0,3}$/),
    fc.constant(headers[own]!),
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(own, ...Object.keys(standardOnly), "get"), text),
      fc.oneof(fc.uint8Array(), fc.string()),
      fc.double(),
      (received, anyBody, nowMs) => {
        expect(verify({ headers: received, body: anyBody, nowMs }).ok).toBe(false);
      },
    ),
    { numRuns: 1_000 },
  );
});
