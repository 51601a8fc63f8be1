import { Type } from "typebox";
import { expect, test } from "vitest";
import { readDefinition } from "../../../../src/brain/definitions/read-definition.ts";

const schema = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z0-9_]+$" }),
    severity: Type.Enum(["low", "high"]),
    attack: Type.Optional(
      Type.Array(Type.String({ pattern: "^T[0-9]{4}([.][0-9]{3})?$" }), { minItems: 1 }),
    ),
    platforms: Type.Optional(
      Type.Object({ linux: Type.Optional(Type.String()) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);

function problemsOf(text: string): string[] {
  const read = readDefinition(text, schema);
  if (read.ok) return [];
  return read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

test("a valid file is its definition, and knows where its fields are", () => {
  const read = readDefinition("id: a\nseverity: low\nattack:\n  - T1040\n", schema);
  expect(read).toMatchObject({ ok: true, definition: { id: "a", attack: ["T1040"] } });
  if (!read.ok) return;
  expect(read.problemAt(["attack", 0], "x")).toEqual({ line: 4, column: 5, message: "x" });
  expect(read.problemAt(["platforms", "linux"], "x")).toMatchObject({ line: 1, column: 1 });
});

test("every problem has its line, and unknown fields come first with the field that was meant", () => {
  expect(
    problemsOf("id: A b\nseverty: low\nattack: [T1, T1040]\nplatforms:\n  linus: x\n"),
  ).toEqual([
    "2:1 severty is not a known field; did you mean severity?",
    "5:3 platforms.linus is not a known field; did you mean linux?",
    "1:1 severity is missing",
    "1:1 id may only have lower-case letters, digits and underscores",
    "3:10 attack.0 must be an ATT&CK technique, such as T1548 or T1548.003",
  ]);
});

test("a value outside a list is reported with the list", () => {
  expect(problemsOf("id: a\nseverity: hi\n")).toEqual(["2:1 severity must be one of low, high"]);
});

test("what is not YAML, is written twice or stands for endless data is a problem, never a crash", () => {
  expect(problemsOf("id: [1\nseverity: low")[0]).toMatch(/^2:1 the file is not valid YAML: /);
  expect(problemsOf("id: a\nid: b\nseverity: low\n")[0]).toMatch(/^2:1 .*unique/);
  expect(problemsOf("id: a\n---\nid: b\n")[0]).toMatch(/not valid YAML/);
  const bomb = Array.from({ length: 12 }, (_, level) => {
    const inner = level === 0 ? '"x"' : `*a${level - 1}`;
    return `a${level}: &a${level} [${Array(10).fill(inner).join(", ")}]`;
  });
  expect(problemsOf(bomb.join("\n"))[0]).toMatch(/can't be expanded/);
  expect(problemsOf("")).toEqual(["1:1 the file must be object"]);
});
