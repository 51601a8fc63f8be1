import fc from "fast-check";
import { expect, test } from "vitest";
import { maxResponseBytes } from "../../../../src/contract/webhook.ts";
import { createResponseText } from "../../../../src/webhooks/sender/response-text.ts";

function textOf(...chunks: (string | Uint8Array)[]): string {
  const response = createResponseText();
  for (const chunk of chunks) if (!response.add(Buffer.from(chunk))) break;
  return response.text();
}

test("a short body is stored unchanged", () => {
  expect(textOf()).toBe("");
  expect(textOf("he", "llo")).toBe("hello");
  expect(textOf("\uFEFF{}")).toBe("\uFEFF{}");
});

test("a character that arrives in two parts is one", () => {
  const fox = Buffer.from("🦊");
  expect(textOf(fox.subarray(0, 1), fox.subarray(1))).toBe("🦊");
});

test("invalid UTF-8 is replaced, including at the end", () => {
  expect(textOf(Uint8Array.of(0x61, 0xff, 0x62, 0xc3))).toBe("a\uFFFDb\uFFFD");
});

test.each([
  ["é", 2],
  ["€", 3],
  ["🦊", 4],
])("a long body of %s is truncated between characters", (character, size) => {
  for (let offset = 0; offset < size; offset += 1) {
    const whole = Math.floor((maxResponseBytes - offset) / size);
    const text = textOf("x".repeat(offset) + character.repeat(maxResponseBytes));
    expect(text).toBe("x".repeat(offset) + character.repeat(whole));
  }
});

test("replaced bytes do not exceed the limit", () => {
  const text = textOf(new Uint8Array(maxResponseBytes).fill(0xff));
  expect(text).toBe("\uFFFD".repeat(Math.floor(maxResponseBytes / 3)));
});

test("for any chunks, the text fits the limit and is the beginning of the body", () => {
  const chunk = fc.uint8Array({ minLength: 1, maxLength: 2_000 });
  const chunks = fc.oneof(
    fc.array(chunk, { maxLength: 4 }),
    fc.array(fc.string({ unit: "binary", minLength: 500, maxLength: 1_500 }), { maxLength: 4 }),
  );
  fc.assert(
    fc.property(chunks, (parts) => {
      const text = textOf(...parts.map((part) => Buffer.from(part)));
      const all = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
        Buffer.concat(parts.map((part) => Buffer.from(part))),
      );
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxResponseBytes);
      expect(all.startsWith(text)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
