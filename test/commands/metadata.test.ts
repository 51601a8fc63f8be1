import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@oclif/core";
import { expect, test } from "vitest";
import { jobGroups } from "../../src/cli/help/job-groups.ts";
import { topicGuides } from "../../src/cli/help/topic-guides.ts";
import { besides, commandLine, everywhere, letters, notYet } from "./command-line.ts";

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
    expect(name).toMatch(/^(@oclif\/core\/(args|flags)|(\.\.\/)+src\/(cli|ui\/views)\/.+)$/);
  const body = /async run\(\): Promise<void> \{\n([\s\S]*?)\n {2}\}/.exec(text)![1]!;
  expect(body.split("\n").length).toBeLessThanOrEqual(12);
  expect(body).not.toMatch(/\bconsole\b|\btry\b|\bfor\b|\bwhile\b/);
});

const nameOf = (file: string) => file.replace(/(?:\/index)?\.ts$/, "").replaceAll("/", " ");
const fileOf = (name: string) => files.find((file) => nameOf(file) === name);

/** The names that may be typed after `--`. */
async function flagsOf(name: string): Promise<string[]> {
  const { flags, baseFlags } = await load(fileOf(name)!);
  return Object.entries({ ...baseFlags, ...flags }).flatMap(([flag, definition]) =>
    "allowNo" in definition && definition.allowNo ? [flag, `no-${flag}`] : [flag],
  );
}

/** The longest name of a command that a line begins with. */
function commandIn(line: string): string {
  const fitting = files.map(nameOf).filter((name) => `${line} `.startsWith(`${name} `));
  expect(fitting, line).not.toEqual([]);
  return fitting.sort((a, b) => b.length - a.length)[0]!;
}

test("the commands are those of the specified command line", () => {
  const expected = [...Object.keys(commandLine), ...Object.keys(besides)];
  expect(files.map(nameOf).sort()).toEqual(expected.sort());
});

test.each(Object.entries(commandLine))("%s has its flags", async (name, flags) => {
  const there = await flagsOf(name);
  const missing = [...flags, ...everywhere].filter((flag) => !there.includes(flag));
  expect(missing).toEqual(flags.filter((flag) => notYet[`${name} --${flag}`] !== undefined));
  const { flags: own } = await load(fileOf(name)!);
  for (const [letter, flag] of letters[name] ?? []) expect(own[flag]?.char).toBe(letter);
});

test("every topic has a guide, and what a guide says to try is there", async () => {
  const { oclif } = JSON.parse(readFileSync(new URL("../package.json", `file://${root}`), "utf8"));
  const pageless = Object.keys(oclif.topics).filter((topic) => !fileOf(topic));
  expect(Object.keys(topicGuides).sort()).toEqual(["", ...pageless].sort());
  for (const { tryFirst } of Object.values(topicGuides)) {
    for (const [line] of tryFirst) {
      const words = line.split(" ").slice(1);
      const name = commandIn(words.join(" "));
      const used = words.filter((word) => word.startsWith("--")).map((word) => word.slice(2));
      expect([...(await flagsOf(name)), "help"], line).toEqual(expect.arrayContaining(used));
    }
  }
});

test("a job names only what there is", () => {
  const first = new Set(files.map((file) => nameOf(file).split(" ")[0]));
  for (const name of jobGroups.flatMap(({ names }) => names)) expect(first).toContain(name);
});
