import fc from "fast-check";
import nacl from "tweetnacl";
import { expect, test } from "vitest";
import { createSecretBox } from "../../../../src/webhooks/signing/secret-box.ts";

const key = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);

/** Different bytes at every call, but the same in every test run. */
function counting() {
  let calls = 0;
  return (size: number) => {
    calls += 1;
    return new Uint8Array(size).fill(calls);
  };
}
const flip = (sealed: string, at: number) => {
  const bytes = Buffer.from(sealed, "base64");
  bytes[at % bytes.length]! ^= 1;
  return bytes.toString("base64");
};

test("a sealed secret can be opened, also by a later process", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (secret) => {
      const box = createSecretBox(key, counting());
      const sealed = box.seal(secret);
      expect(box.open(sealed)).toBe(secret);
      expect(box.open(sealed)).toBe(secret);
      expect(createSecretBox(key, counting()).open(sealed)).toBe(secret);
    }),
  );
});

test("the format is the nonce and a NaCl secretbox, without plain text", () => {
  const sealed = createSecretBox(key, counting()).seal("whsec_known");
  const bytes = new Uint8Array(Buffer.from(sealed, "base64"));
  const opened = nacl.secretbox.open(bytes.slice(24), bytes.slice(0, 24), key);
  expect(Buffer.from(opened!).toString()).toBe("whsec_known");
  expect(Buffer.from(bytes).includes("whsec_")).toBe(false);
});

test("sealing a secret twice gives different results", () => {
  const box = createSecretBox(key, counting());
  expect(box.seal("whsec_known")).not.toBe(box.seal("whsec_known"));
});

test("a changed or invalid box can't be opened", () => {
  const box = createSecretBox(key, counting());
  const sealed = box.seal("whsec_known");
  expect(box.open(sealed)).toBe("whsec_known");
  fc.assert(
    fc.property(fc.nat(), (at) => {
      expect(() => box.open(flip(sealed, at))).toThrow(
        /can't be decrypted with this folder's secret/,
      );
    }),
  );
  for (const broken of [sealed.slice(0, -8), sealed.slice(0, 32)])
    expect(() => box.open(broken)).toThrow();
});

test("another folder's key opens nothing, whatever another box has cached", () => {
  const sealed = createSecretBox(key, counting()).seal("whsec_known");
  const [own, foreign] = [createSecretBox(key, counting()), createSecretBox(otherKey, counting())];
  expect(own.open(sealed)).toBe("whsec_known");
  expect(() => foreign.open(sealed)).toThrow(/can't be decrypted/);
  expect(own.open(sealed)).toBe("whsec_known");
});

test("more secrets than the cache holds can be opened", () => {
  const box = createSecretBox(key, (size) => nacl.randomBytes(size));
  const sealed = Array.from({ length: 1_001 }, (_, n) => box.seal(`whsec_${n}`));
  const opened = () => sealed.map((one) => box.open(one));
  expect(opened()).toEqual(sealed.map((_, n) => `whsec_${n}`));
  expect(opened().at(-1)).toBe("whsec_1000");
});
