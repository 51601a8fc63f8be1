import { expect, test } from "vitest";
import { escapeControl } from "../../../src/core/escape-control.ts";

test("finding 16: characters that are not seen are escaped, and others are not", () => {
  expect(escapeControl("a\n\t\r\u0000\u001b\u009b")).toBe("a\\n\\t\\r\\x00\\x1b\\x9b");
  expect(escapeControl("\u00ad \u3164 \u202e \u2028 \ufeff \u034f \ufe0f")).toBe(
    "\\xad \\u3164 \\u202e \\u2028 \\ufeff \\u034f \\ufe0f",
  );
  expect(escapeControl("root\u{e0041}\u{e0001}")).toBe("root\\u{e0041}\\u{e0001}");
  expect(escapeControl("é 漢字 🦊 a b")).toBe("é 漢字 🦊 a b");
});
