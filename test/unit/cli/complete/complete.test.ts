import { expect, test } from "vitest";
import type { Candidate } from "../../../../src/cli/command-line/command-spec.ts";
import { complete } from "../../../../src/cli/complete/complete.ts";

const args = { id: { name: "id" } };
const commands = [
  { id: "agents:show", flags: {}, args },
  { id: "investigate:show", flags: {}, args },
  { id: "server:backup", flags: {}, args: { file: { name: "file" } } },
];
const lines = (words: string[], told: Candidate[] = []) =>
  complete(words, { commands, liveCandidates: async () => told });

test("a candidate is a line with its description, cut and on one line", async () => {
  const told = [
    { value: "web-01", description: `up\n\u001b[2J ${"x".repeat(80)}` },
    { value: "db-01" },
  ];
  const [first, ...rest] = await lines(["inquest", "agents", "show", "w"], told);
  expect(first).toMatch(/^web-01\tup \\x1b\[2J x+…$/);
  expect(first!.length).toBeLessThan(70);
  expect(rest).toEqual([]);
});

test("what a shell would run in a value is never offered", async () => {
  const told = ["a$(reboot)", "a`reboot`", "a;b", "a b", "a'b", "a*", "a\nb", "~a"];
  const values = [...told, "a=b"].map((value) => ({ value }));
  expect(await lines(["inquest", "agents", "show", ""], values)).toEqual(["a=b"]);
});

test("investigate under its own name, also by its path, is the command", async () => {
  const told = [{ value: "inv_1" }];
  expect(await lines(["investigate", "show", ""], told)).toEqual(["inv_1"]);
  expect(await lines(["/usr/bin/investigate", "show", ""], told)).toEqual(["inv_1"]);
});

test("where a file stands the shell is told so", async () => {
  expect(await lines(["inquest", "server", "backup", ""])).toEqual([":files"]);
});
