import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSse } from "../../../src/client/parse-sse.ts";
import { collect } from "./client-over.ts";

async function* split(text: string, sizes: number[]): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const parse = (text: string, sizes = [text.length || 1]) => collect(parseSse(split(text, sizes)));

test("fields, comments, several data lines and line endings of all kinds are read", async () => {
  const text = ': hi\r\nevent: status\r\nid: 4\r\ndata: {"a":\rdata:1}\r\n\r\ndata\n\n';
  expect(await parse(text)).toEqual([
    { event: "status", data: '{"a":\n1}', id: "4" },
    { event: "message", data: "", id: "4" },
  ]);
});

test("an event that the end cuts off is not told", async () => {
  expect(await parse("data: whole\n\ndata: half\n")).toEqual([
    { event: "message", data: "whole", id: undefined },
  ]);
});

test("how the bytes are split into chunks changes nothing", async () => {
  const line = fc.oneof(
    fc.constantFrom("", "", "data: ü€😀", "event: finding", "id: 7", ": note", "data"),
    fc.string({ unit: "binary" }).map((text) => text.replace(/[\r\n]/g, "")),
  );
  const ending = fc.constantFrom("\n", "\r\n", "\r");
  const text = fc.array(fc.tuple(line, ending)).map((lines) => lines.flat().join(""));
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(text, sizes, async (text, sizes) => {
      expect(await parse(text, sizes)).toEqual(await parse(text));
    }),
  );
});
