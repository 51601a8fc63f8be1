import { expect, test } from "vitest";
import { scriptCommands } from "../../../../../src/tables/parsers/shell/script-commands.ts";

const commandsOf = (...lines: string[]) =>
  scriptCommands(lines.join("\n"), (name) => name === "sudo").map(
    ({ line, command }) => `${line}: ${command}`,
  );

test("comments are no commands, whatever is quoted is", () => {
  expect(commandsOf("#!/bin/sh", "a # b", "echo '# c'", "x#y", "  # d")).toEqual([
    "2: a",
    "3: echo '# c'",
    "4: x#y",
  ]);
});

test("a continued line is one command, and a text for a program none", () => {
  expect(commandsOf("a \\", "  b", "cat <<'END'", "/tmp/x", "END", "c")).toEqual([
    "1: a    b",
    "3: cat <<'END'",
    "6: c",
  ]);
});

test("functions count when they are called or stand in for a program", () => {
  const script = [
    "one() {",
    "  two",
    "}",
    "two() { a; }",
    "three() {",
    "  b",
    "}",
    "function sudo {",
  ];
  expect(commandsOf(...script, "  c", "}", "one")).toEqual(["2: two", "4: a;", "9: c", "11: one"]);
});

test("aliases count when they stand in for a program", () => {
  expect(commandsOf("alias ll='/tmp/x'; a", "alias sudo='/tmp/y'")).toEqual([
    "1: ; a",
    "2: alias sudo='/tmp/y'",
  ]);
});

test("nothing counts after the script's end, which a condition is not", () => {
  expect(commandsOf("if a; then", "exit 1", "fi", "b", "exit 0", "c")).toEqual([
    "1: if a; then",
    "2: exit 1",
    "3: fi",
    "4: b",
  ]);
});
