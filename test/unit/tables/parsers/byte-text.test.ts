import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOfPath, pathOfBytes, textOfBytes } from "../../../../src/tables/parsers/byte-text.ts";

const shown = (...parts: (string | number)[]) => pathOfBytes(bytesOf(parts));
const bytesOf = (parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(typeof part === "string" ? part : [part])));

test("only bytes that are not UTF-8 are escaped", () => {
  expect(shown("/srv/grüße 😀 \uFFFD")).toBe("/srv/grüße 😀 \uFFFD");
  expect(shown("/srv/", 0xff, "ü", 0xc3)).toBe("/srv/\\xFFü\\xC3");
  expect(shown(0xed, 0xa0, 0x80)).toBe("\\xED\\xA0\\x80"); // a surrogate
  expect(shown(0xc0, 0xaf)).toBe("\\xC0\\xAF"); // an overlong slash
});

test("a name that contains an escape has another text than the byte, as systemd's units keep theirs", () => {
  expect(shown("\\xFF")).toBe("\\x5CxFF");
  expect(shown("\\x5CxFF")).toBe("\\x5Cx5CxFF");
  expect(shown("dev-disk-by\\x2duuid-\\xc3.swap")).toBe("dev-disk-by\\x2duuid-\\xc3.swap");
});

test("any name comes back from its text, and no two names have the same text", () => {
  const piece = fc.oneof(
    fc.constantFrom("\\", "x", "x5C", "\\x5C", "\\xFF", "x80", "ü", "a"),
    fc.integer({ min: 1, max: 255 }),
  );
  fc.assert(
    fc.property(fc.array(piece), (parts) => {
      const bytes = bytesOf(parts);
      expect(Buffer.from(bytesOfPath(pathOfBytes(bytes)))).toEqual(bytes);
    }),
  );
});

test("escapes in a file's content stay as they are", () => {
  expect(textOfBytes(Buffer.from("printf '\\xE2'"))).toBe("printf '\\xE2'");
  expect(textOfBytes(Buffer.from("printf '\\xE2' \xe9", "latin1"))).toBe("printf '\\xE2' \\xE9");
});
