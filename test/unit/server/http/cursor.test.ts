import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "../../../../src/server/http/cursor.ts";

test("a cursor decodes to its row", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (id) => {
      expect(decodeCursor(encodeCursor(id), () => true)).toBe(id);
    }),
  );
});

test("only text that encodes back to itself is a cursor", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      try {
        expect(encodeCursor(decodeCursor(text, () => true))).toBe(text);
      } catch (error) {
        expect(error).toMatchObject({ code: "validation_error", issues: [{ path: "cursor" }] });
      }
    }),
  );
});
