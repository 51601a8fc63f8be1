import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Parser } from "@oclif/core";
import { expect, test } from "vitest";
import { typedLines } from "../helpers/documented-commands.ts";
import { documents, fencesOf } from "../helpers/documented-lines.ts";
import { commandTree } from "../helpers/typed-commands.ts";

test("each code block of the documents names its language, so that none is skipped here", () => {
  for (const { file, text } of documents())
    expect({ file, fences: fencesOf(text) }).toEqual({
      file,
      fences: fencesOf(text).filter((fence) => /^\w+$/.test(fence)),
    });
});

test("each link between the documents leads to a file", () => {
  const project = fileURLToPath(new URL("../..", import.meta.url));
  for (const { file, text } of documents()) {
    for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect(existsSync(join(project, dirname(file), target!)), `${file}: ${target}`).toBe(true);
  }
});

test("each command of the documents exists and accepts its arguments and flags", async () => {
  const tree = await commandTree();
  const lines = await typedLines();
  expect(lines.length).toBeGreaterThan(50);
  for (const { file, text, commands } of lines) {
    if (!text.includes("curl ")) expect(commands, `${file}: ${text}`).not.toEqual([]);
    for (const { id, argv } of commands) {
      const { args, baseFlags, flags, strict } = tree.get(id)!;
      const parsing = Parser.parse(argv, { args, flags: { ...baseFlags, ...flags }, strict });
      const { raw } = await parsing.catch((error) => {
        throw new Error(`${file}: ${text}`, { cause: error });
      });
      // A command that takes any words takes an unknown flag for one of them.
      const unknown = raw.filter(({ type, input }) => type === "arg" && /^-./.test(input));
      expect(unknown, `${file}: ${text}`).toEqual([]);
    }
  }
});
