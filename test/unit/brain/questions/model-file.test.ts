import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { decodeModel, encodeModel } from "../../../../src/brain/questions/weights/model-file.ts";
import { loadModel } from "./reader-under-test.ts";

const file = "data/reader.model";

const hashOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  createHash("sha256")
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest("hex");

test("a model is the same after it was written and read", () => {
  const model = loadModel();
  const bytes = encodeModel(model);
  const again = decodeModel(bytes);
  // Comparing millions of numbers one by one takes a minute, as bytes a moment.
  const plain = ({ subjects: { rowOf: _, ...subjects }, choices, ...rest }: typeof model) => ({
    ...rest,
    subjects: Object.values(subjects).map((part) =>
      ArrayBuffer.isView(part) ? hashOf(part) : part,
    ),
    choices: [hashOf(choices.values), choices.scale],
  });
  expect(plain(again)).toEqual(plain(model));
  expect(encodeModel(model).equals(bytes), "the same model is the same bytes").toBe(true);
});

test("the shipped model is no larger than 3 MB", () => {
  expect(statSync(file).size).toBeLessThanOrEqual(3_000_000);
});

test("what is no model is said to be none", () => {
  expect(() => decodeModel(readFileSync("package.json"))).toThrow();
});
