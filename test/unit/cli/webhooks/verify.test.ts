import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { type VerifyFlags, verifyHere } from "../../../../src/cli/webhooks/verify.ts";
import { secrets, signedDelivery } from "../../../helpers/webhooks.ts";

const atMs = Date.parse("2026-11-01T00:00:00Z");
const { body, headers } = signedDelivery({ atMs });
const lines = (wanted: string) =>
  Object.entries(headers)
    .filter(([name]) => name.startsWith(wanted))
    .map(([name, value]) => `${name}: ${value}`);

function verify(
  over: Partial<VerifyFlags> = {},
  { input = [Buffer.from(body)], env = {}, isTTY = false } = {},
) {
  const flags = { secret: [secrets.generated], header: lines("X-Service") };
  const stdin = Object.assign(Readable.from(input), { isTTY }) as unknown as NodeJS.ReadStream;
  return verifyHere({ ...flags, ...over }, { stdin, env }, atMs);
}

test("headers are taken as curl writes them, in any letter case, or the signature alone", async () => {
  for (const header of [
    lines("X-Service"),
    [`x-service-signature:${headers["X-Service-Signature"]}`],
    [`${headers["X-Service-Signature"]}`],
    lines("webhook-"),
    [...lines("X-Service"), ...lines("webhook-"), "Content-Type: application/json"],
  ])
    expect(await verify({ header })).toMatchObject({ ok: true });
});

test("the body is what comes, byte for byte, however it is cut", async () => {
  const bytes = Buffer.from(body);
  const input = [bytes.subarray(0, 7), bytes.subarray(7)];
  expect(await verify({}, { input })).toMatchObject({ ok: true });
  expect(await verify({}, { input: [...input, Buffer.from("\n")] })).toMatchObject({
    checks: [{ reason: "body_changed" }],
  });
});

test("secrets come from the environment where none is on the line", async () => {
  const env = { INQUEST_WEBHOOK_SECRET: `${secrets.supplied} ${secrets.generated}\n` };
  expect(await verify({ secret: undefined }, { env })).toMatchObject({ checks: [{ secret: 2 }] });
  expect(await verify({}, { env })).toMatchObject({ checks: [{ secret: 1 }] });
});

test("a header that is given twice, or one of the three alone, is a malformed one", async () => {
  const [line] = lines("X-Service-Signature");
  expect(await verify({ header: [line!, line!] })).toMatchObject({
    checks: [{ message: "X-Service-Signature is present more than once." }],
  });
  expect(await verify({ header: lines("webhook-signature") })).toMatchObject({
    checks: [{ message: "webhook-id is missing." }],
  });
});

test.each<[string, Partial<VerifyFlags>, Parameters<typeof verify>[1], RegExp]>([
  ["no secret", { secret: undefined }, {}, /A secret is required/],
  ["a secret that is none", { secret: ["whsec_abc"] }, {}, /This isn't a valid webhook secret/],
  [
    "no signature",
    { header: ["Content-Type: application/json"] },
    {},
    /A signature header is required/,
  ],
  ["a person at stdin", {}, { isTTY: true }, /A body is required/],
  ["17 MiB", {}, { input: Array(17).fill(Buffer.alloc(1 << 20)) }, /larger than 16 MiB/],
])("%s is a usage error with a next step", async (_, flags, context, message) => {
  await expect(verify(flags, context)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringMatching(message),
    hint: expect.any(String),
  });
});
