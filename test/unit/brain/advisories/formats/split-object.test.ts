import fc from "fast-check";
import { expect, test } from "vitest";
import { splitObject } from "../../../../../src/brain/advisories/formats/split-object.ts";

function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function fieldsOf(text: string | Buffer, size = 7, maxBytes = 1 << 20) {
  const fields: [string, unknown][] = [];
  for (const { name, value } of splitObject(inChunks(Buffer.from(text), size), maxBytes))
    fields.push([name, value]);
  return fields;
}

test("the fields of any object are those that JSON.parse finds, however its bytes are cut", () => {
  const object = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue());
  fc.assert(
    fc.property(object, fc.integer({ min: 1, max: 50 }), (value, size) => {
      const text = JSON.stringify(value, null, size % 3);
      expect(fieldsOf(text, size)).toEqual(Object.entries(JSON.parse(text) as object));
    }),
  );
});

test("a byte order mark and spaces around the object are no part of it", () => {
  expect(fieldsOf('\ufeff {"a": 1}\n')).toEqual([["a", 1]]);
});

test.each([
  ["an array", "[1]", "it is not one JSON object"],
  ["text before the object", 'x{"a":1}', "it is not one JSON object"],
  ["two objects", '{"a":1}{"b":1}', "it is not one JSON object"],
  ["text after the object", '{"a":1} x', "the JSON is incomplete"],
  ["an object that ends too early", '{"a":{"b":1}', "the JSON is incomplete"],
  ["a string that does not end", '{"a":"b', "the JSON is incomplete"],
  ["nothing", "", "the JSON is incomplete"],
  ["brackets that do not match", '{"a":[1}]}', "JSON"],
  ["a field without a name", '{{"a":1}}', "JSON"],
  ["bytes that are not UTF-8", Buffer.from('{"a":"\xff"}', "latin1"), "the text is not UTF-8"],
  ["a field that is too large", `{"a":"${"x".repeat(2_000_000)}"}`, "a field is larger than 1 MiB"],
])("%s is an error", (_, text, message) => {
  expect(() => fieldsOf(text, 65_536)).toThrow(message);
});
