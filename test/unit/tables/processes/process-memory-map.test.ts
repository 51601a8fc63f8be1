import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMaps } from "../../../../src/tables/processes/process-memory-map.ts";

test("regions with and without a file", () => {
  const text = [
    "00400000-00b6f000 r-xp 0000f000 fe:01 1234       /usr/bin/a program (deleted)",
    "7ffd1000-7ffd3000 rw-p 00000000 00:00 0                          [stack]",
    "7f0000000000-7f0000021000 ---p 00000000 00:00 0 ",
    "",
  ].join("\n");
  expect(parseMaps(text)).toMatchObject([
    {
      start: "0x00400000",
      end: "0x00b6f000",
      permissions: "r-xp",
      offset: 0xf000n,
      device: "fe:01",
      inode: 1234,
      path: "/usr/bin/a program (deleted)",
      pseudo: 0,
    },
    { path: "[stack]", pseudo: 1 },
    { path: "", pseudo: 0 },
  ]);
});

test("the parser takes any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void parseMaps(text)));
});
