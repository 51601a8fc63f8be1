import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readWebhookSettings } from "../../../../src/compose/webhooks/webhook-settings.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { receiverCa } from "../../../helpers/webhook-receiver.ts";

const options = { allow: [], schedule: [0], timeoutMs: 1_000, secretOverlapMs: 0 };

const refusal = (over: Partial<Parameters<typeof readWebhookSettings>[0]>) => {
  try {
    return readWebhookSettings({ ...options, ...over });
  } catch (error) {
    return error;
  }
};
const usage = (message: RegExp) =>
  expect.objectContaining({
    code: "usage",
    kind: "usage",
    message: expect.stringMatching(message),
    hint: expect.any(String),
  });

function file(content: string): string {
  const path = join(temporaryFolder(), "given.pem");
  writeFileSync(path, content);
  return path;
}

test("the CA file is read, and all other options stay unchanged", () => {
  expect(readWebhookSettings(options)).toEqual(options);
  const given = { ...options, allow: ["10.0.0.0/8", "fd00::/8", "192.168.1.2"] };
  const ca = receiverCa();
  expect(readWebhookSettings({ ...given, caPath: file(ca) })).toEqual({ ...given, ca });
});

test.each(["10.0.0.0/33", "10.0.0", "localhost", "10.0.0.0/8,192.168.0.0/16", "", "::/129"])(
  'an address range "%s" is refused in one sentence',
  (text) => {
    expect(refusal({ allow: [text] })).toEqual(
      usage(/^--webhook-allow: ".*" is not an address range/),
    );
  },
);

test("a CA file that is missing, or contains no valid certificate, is refused in one sentence", () => {
  expect(refusal({ caPath: "/no/such.pem" })).toEqual(usage(/^--webhook-ca: .* can't be read/));
  expect(refusal({ caPath: file("hello") })).toEqual(usage(/contains no certificate/));
  const spoilt = receiverCa().replace(/\n[^-\n]{20}/, "\nAAAAAAAAAAAAAAAAAAAA");
  expect(refusal({ caPath: file(spoilt) })).toEqual(usage(/can't be read/));
});
