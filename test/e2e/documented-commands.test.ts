import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Parser } from "@oclif/core";
import { expect, test } from "vitest";
import {
  type DocumentedLine,
  documentedLines,
  documents,
  fencesOf,
} from "../helpers/documented-lines.ts";
import { documentedService } from "../helpers/documented-service.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { commandTree, type TypedCommand, typedCommands } from "../helpers/typed-commands.ts";
import { cliIn, root } from "./run-cli.ts";

/** Lines that are only held to the commands and flags that there are, and why. */
const notRun: [RegExp, string][] = [
  [/ (--follow|--watch|-f)\b/, "goes on until it is stopped"],
  [/^(sudo .*)?inquest (server( -.*)?|agents run.*|mcp.*|webhooks listen.*)$/, "goes on likewise"],
  [/ agents (un)?install (?!.*--print)/, "changes the machine's services"],
  [/ agents init (?!.*--brain-url)| login (?!.*--api-key)/, "asks in a terminal"],
];

/** A command of ours, or a request to the API, where a command may stand. */
const ours = /(^|[|(] ?|^sudo (-u \w+ )?)(inquest|investigate|curl) /;

interface TypedLine extends DocumentedLine {
  commands: TypedCommand[];
}

/** The lines that are ours, and what is on them. */
async function typedLines(): Promise<TypedLine[]> {
  const lines = documentedLines().filter(({ text }) => ours.test(text));
  const folder = temporaryFolder();
  writeFileSync(join(folder, "key.txt"), "");
  const texts = lines.map(({ text }) => text.replaceAll("/etc/inquest/", ""));
  const typed = typedCommands(texts, { tree: await commandTree(), folder });
  return lines.map((line, at) => ({ ...line, commands: typed[at]! }));
}

test("each block of the documents says what it is, so that none is left out here", () => {
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

test("each command of the documents is there, and takes the arguments and flags it is given", async () => {
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

/** Flags that mean the same on every command. */
const everywhere = new Set(["--data-dir", "--json"]);

/** Of lines that run the same commands with the same flags, the first. */
function unlike(lines: TypedLine[]): TypedLine[] {
  const kinds = new Map<string, TypedLine>();
  for (const line of lines) {
    const kind = line.commands.map(({ id, argv }) => [
      id,
      ...argv.filter((arg) => /^-./.test(arg) && !everywhere.has(arg)).sort(),
    ]);
    const key = line.commands.length > 0 ? JSON.stringify(kind) : line.text;
    if (!kinds.has(key)) kinds.set(key, line);
  }
  return [...kinds.values()];
}

/** `inquest` and `investigate` as somebody has them who installed the package, and a harmless `sudo`. */
function pathIn(home: string): string {
  const bin = join(home, "bin");
  mkdirSync(bin);
  const write = (name: string, line: string) => {
    writeFileSync(join(bin, name), `#!/bin/bash\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  for (const [name, binary] of [
    ["inquest", "run"],
    ["investigate", "investigate"],
  ])
    write(name!, `exec "${process.execPath}" "${root}/bin/${binary}.js" "$@"`);
  write("sudo", '[ "$1" = -u ] && shift 2; [ "$1" = inquest ] && exec "$@"');
  return `${bin}:${process.env.PATH}`;
}

test("what the documents have people type runs, and each question of theirs is understood", async () => {
  const lines = await typedLines();
  for (const [pattern, why] of notRun)
    expect(
      lines.some(({ text }) => pattern.test(plain(text))),
      why,
    ).toBe(true);
  const { home, work, server, fill } = await documentedService();

  const questions = lines.flatMap(({ commands }) =>
    commands.flatMap(({ id, argv }) =>
      /^(investigate|curiosity:add)$/.test(id) ? [argv.find((arg) => !arg.startsWith("-"))!] : [],
    ),
  );
  for (const query of new Set(questions)) {
    const { body } = await server.call("POST", "/v1/interpretations", { body: { query } });
    expect({ query, behaviour: body.behaviour }).toEqual({ query, behaviour: "answer" });
  }

  const PATH = pathIn(home);
  const failures: unknown[] = [];
  const run = async ({ file, text }: TypedLine) => {
    const place = `export PATH='${PATH}' KEY='${server.key}'; cd '${work}'; set -e`;
    const { code, stderr } = await cliIn(home).shell(
      `${place}; ${await fill({ file, text: plain(text) })}`,
    );
    if (code !== 0) failures.push({ file, text, code, stderr });
  };
  const runnable = unlike(lines).filter(
    ({ text }) => !notRun.some(([one]) => one.test(plain(text))),
  );
  // A document's lines one after the other, as a reader types them; two documents at a time.
  const pages = documents().map((page) => runnable.filter(({ file }) => file === page.file));
  await Promise.all(
    [0, 1].map(async () => {
      for (let page = pages.shift(); page; page = pages.shift()) {
        for (const line of page) await run(line);
      }
    }),
  );
  expect(failures).toEqual([]);
}, 120_000);

const plain = (text: string) => text.replace(/\s+# .*$/, "");
