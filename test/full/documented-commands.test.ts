import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliIn, root } from "../e2e/run-cli.ts";
import { type TypedLine, typedLines } from "../helpers/documented-commands.ts";
import { documents } from "../helpers/documented-lines.ts";
import { documentedService } from "../helpers/documented-service.ts";

/** Lines whose commands and flags are checked but not run, and why. */
const notRun: [RegExp, string][] = [
  [/ (--follow|--watch|-f)\b/, "runs until it is stopped"],
  [
    /^(sudo .*)?inquest (server( -.*)?|agents run.*|mcp.*|webhooks listen.*)$/,
    "runs until it is stopped as well",
  ],
  [/ agents (un)?install (?!.*--print)/, "changes the machine's services"],
  [/ agents approve /, "needs an agent that was refused; test/hostile/identity.test.ts runs it"],
  [/ agents init (?!.*--brain-url)| login (?!.*--api-key)/, "asks in a terminal"],
];

/** Flags that mean the same on every command. */
const everywhere = new Set(["--data-dir", "--json"]);

/** The first of the lines that run the same commands with the same flags. */
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

/** A PATH with `inquest` and `investigate` as an installed package has them, and a harmless `sudo`. */
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

test("each command of the documents runs, and each question in them is understood", async () => {
  const lines = await typedLines();
  for (const [pattern, why] of notRun)
    expect(
      lines.some(({ text }) => pattern.test(plain(text))),
      why,
    ).toBe(true);
  const { home, work, server, fill } = await documentedService();

  const questions = lines.flatMap(({ commands }) =>
    commands.flatMap(({ id, argv }) =>
      // A follow-up means something only after another question.
      /^(investigate|curiosity:add)$/.test(id) && !argv.includes("--follow-up")
        ? [argv.find((arg) => !arg.startsWith("-"))!]
        : [],
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
    // Its hosts have weaknesses, and --fail-on exits with 3.
    const isExpected = code === 0 || (code === 3 && text.includes("--fail-on"));
    if (!isExpected) failures.push({ file, text, code, stderr });
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
