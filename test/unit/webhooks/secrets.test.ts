import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { generateSecret } from "../../../src/webhooks/signing/generate-secret.ts";
import { isSecret } from "../../../src/webhooks/signing/is-secret.ts";

const of = (bytes: number) => `whsec_${Buffer.alloc(bytes, 0xfb).toString("base64")}`;

test("a generated secret is the prefix and 33 bytes of base64 without padding", () => {
  const bytes = Uint8Array.from({ length: 33 }, (_, n) => n * 7);
  const secret = generateSecret((size) => bytes.subarray(0, size));
  expect(secret).toBe(`whsec_${Buffer.from(bytes).toString("base64")}`);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{44}$/);
  expect(isSecret(generateSecret(randomBytes))).toBe(true);
});

test("a supplied secret has 24 to 64 bytes, padded or not", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 100 }), (bytes) => {
      const secret = `whsec_${Buffer.from(bytes).toString("base64")}`;
      const fits = bytes.length >= 24 && bytes.length <= 64;
      expect(isSecret(secret)).toBe(fits);
      expect(isSecret(secret.replace(/=+$/, ""))).toBe(fits);
    }),
  );
});

test.each([
  ["nothing", ""],
  ["the prefix alone", "whsec_"],
  ["no prefix", of(24).slice(6)],
  ["another prefix", of(24).replace("whsec_", "whpk_")],
  ["the prefix in capitals", of(24).replace("whsec_", "WHSEC_")],
  ["the URL-safe alphabet", of(24).replaceAll("+", "-").replaceAll("/", "_")],
  ["a space before", ` ${of(24)}`],
  ["a newline after", `${of(24)}\n`],
  ["a newline within", `${of(24).slice(0, 20)}\n${of(24).slice(20)}`],
  ["half of its padding", of(25).slice(0, -1)],
  ["too much padding", `${of(24)}=`],
  ["padding within", `${of(25)}${of(25).slice(6)}`],
  ["a character that codes no byte", `${of(24)}A`],
  ["a letter of another script", `${of(24).slice(0, -1)}é`],
  ["23 bytes", of(23)],
  ["65 bytes", of(65)],
  ["a megabyte", of(1_000_000)],
])("%s is not a secret", (_, text) => {
  expect(isSecret(text)).toBe(false);
});
