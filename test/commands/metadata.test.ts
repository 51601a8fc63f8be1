import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@oclif/core";
import { expect, test } from "vitest";

const root = new URL("../../commands/", import.meta.url).pathname;
const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".ts"));

async function load(file: string): Promise<typeof Command> {
  return (await import(join(root, file))).default;
}

test("there are commands to look at", () => {
  expect(files).toContain("investigate/index.ts");
});

test.each(files)("%s tells what it is for, with examples", async (file) => {
  const command = await load(file);
  expect(command.summary).toMatch(/^[A-Z].+\.$/);
  expect(command.examples?.length).toBeGreaterThan(0);
  for (const example of command.examples ?? []) expect(example).toContain("<%= config.bin %>");
});

test.each(files)("%s describes every flag and argument", async (file) => {
  const { flags, baseFlags, args } = await load(file);
  const parts = { ...baseFlags, ...flags, ...args };
  for (const [name, { description }] of Object.entries(parts)) {
    expect(description, name).toMatch(/^[A-Z].*[^.]$/);
  }
  // oclif would take a missing argument from stdin, whatever that is in a script.
  for (const arg of Object.values(args)) expect(arg.ignoreStdin).toBe(true);
  expect(Object.keys(parts)).toEqual(expect.arrayContaining(["json", "data-dir", "server"]));
});

test.each(files)("%s imports the command line and its views alone, and stays short", (file) => {
  const text = readFileSync(join(root, file), "utf8");
  const imports = [...text.matchAll(/from "([^"]+)"/g)].map((match) => match[1]!);
  for (const name of imports)
    expect(name).toMatch(/^(@oclif\/core|(\.\.\/)+src\/(cli|ui\/views)\/.+)$/);
  const body = /async run\(\): Promise<void> \{\n([\s\S]*?)\n {2}\}/.exec(text)![1]!;
  expect(body.split("\n").length).toBeLessThanOrEqual(12);
  expect(body).not.toMatch(/\bconsole\b|\btry\b|\bfor\b|\bwhile\b/);
});
