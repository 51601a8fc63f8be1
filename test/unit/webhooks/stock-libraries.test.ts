import { Webhook as StandardWebhook } from "standardwebhooks";
import Stripe from "stripe";
import { Webhook as SvixWebhook } from "svix";
import { expect, test } from "vitest";
import { eventOf, secrets, signedDelivery } from "../../helpers/webhooks.ts";

type Headers = Record<string, string>;
type Body = string | Buffer;

const { webhooks } = new Stripe("unused");

/** The calls of a receiver that uses an unmodified library; each throws when verification fails. */
const libraries: [string, (body: Body, headers: Headers, secret: string) => unknown][] = [
  ["stripe", (body, h, secret) => webhooks.constructEvent(body, h["X-Service-Signature"]!, secret)],
  ["svix", (body, headers, secret) => new SvixWebhook(secret).verify(body, headers)],
  [
    "standardwebhooks",
    (body, headers, secret) => new StandardWebhook(secret).verify(body, headers),
  ],
];

// These read the system clock.
const now = (agoSeconds = 0) => Date.now() - agoSeconds * 1000;
const { generated, supplied } = secrets;
const unpadded = supplied.replace(/=+$/, "");

test.each(libraries)("%s verifies a delivery unchanged", (_, verify) => {
  for (const secret of [generated, supplied, unpadded]) {
    const { event, body, headers } = signedDelivery({ secrets: [secret], atMs: now() });
    expect(verify(body, headers, secret)).toEqual(event);
    expect(verify(Buffer.from(body), headers, secret)).toEqual(event);
  }
});

test.each(libraries)(
  "%s verifies with the old and with the new secret of a rotation",
  (_, verify) => {
    const { event, body, headers } = signedDelivery({
      secrets: [supplied, generated],
      atMs: now(),
    });
    expect(verify(body, headers, supplied)).toEqual(event);
    expect(verify(body, headers, generated)).toEqual(event);
  },
);

test.each(libraries)("%s verifies non-ASCII text", (_, verify) => {
  const event = eventOf({
    data: { title: "Größe · 重要 · 🔑 \u2028 \u0000", tags: { équipe: "ü" } },
  });
  const { body, headers } = signedDelivery({ event, atMs: now() });
  expect(verify(body, headers, generated)).toEqual(event);
  expect(verify(Buffer.from(body), headers, generated)).toEqual(event);
});

test.each(libraries)("%s rejects a different secret, body or time", (_, verify) => {
  const { body, headers } = signedDelivery({ atMs: now() });
  expect(() => verify(body, headers, supplied)).toThrow();
  expect(() => verify(body.replace("high", "info"), headers, generated)).toThrow();
  expect(() => verify(`${body}\n`, headers, generated)).toThrow();
  const old = signedDelivery({ atMs: now(310) });
  expect(() => verify(old.body, old.headers, generated)).toThrow(/timestamp/i);
});
