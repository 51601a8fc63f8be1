import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@oclif/core/command";
import { expect, test } from "vitest";
import { linkTo, manual } from "../../../../tools/man-page/manual.ts";
import { filled, literal } from "../../../../tools/man-page/roff.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const manifest = JSON.parse(readFileSync("oclif.manifest.json", "utf8"));
const commands: Record<string, Command.Cached> = manifest.commands;
const about = { name: "inquest", version: "1.2.3", description: "Answer", date: "2026-01-31" };
const page = manual({ commands, ...about });
const text = `${page.join("\n")}\n`;

/** A flag's own line: `-o`, `--output`, `--[no-]colour`. */
const flagNamed = (name: string) =>
  new RegExp(`^\\.TP\n.*--(?:\\[no-\\])?${name}\\b`.replaceAll("-", "\\\\-"), "m");

test("the manual has every command and flag that is not hidden", () => {
  for (const { id, hidden, flags } of Object.values(commands)) {
    expect(page.includes(`.SS "${literal(id.replaceAll(":", " "))}"`), id).toBe(hidden !== true);
    if (hidden) continue;
    for (const [name, flag] of Object.entries(flags))
      if (!flag.hidden) expect(text, name).toMatch(flagNamed(name));
  }
  expect(page[0]).toBe('.TH INQUEST 1 2026-01-31 "inquest 1.2.3" "User Commands"');
  expect(text).toContain('.SH "EXIT STATUS"\n.TP\n\\fB0\\fR');
  expect(text).toContain("INQUEST_LLM_KEY");
});

test("text is never a request of roff", () => {
  expect(filled(".so /etc/passwd")).toEqual(["\\&.so /etc/passwd"]);
  expect(filled("'s a\\b ~^`")).toEqual(["\\(aqs a\\eb \\(ti\\(ha\\(ga"]);
});

const mandoc = spawnSync("mandoc", ["-V"]).error === undefined;
if (!mandoc) console.warn("Skipped: the manual is checked by mandoc, which is not installed.");

test.skipIf(!mandoc)("mandoc finds nothing wrong with it", () => {
  const folder = temporaryFolder();
  const file = join(folder, "inquest.1");
  writeFileSync(file, text);
  expect(spawnSync("mandoc", ["-T", "lint", file], { encoding: "utf8" }).stdout).toBe("");
  expect(linkTo("inquest")).toEqual([".so man1/inquest.1"]);
});
