import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mostLines, openHistory } from "../../../../src/cli/shell/history.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const fileIn = (folder: string) => join(folder, "inquest", "shell-history");

test("lines are kept, newest first, in a file for its owner alone", () => {
  const file = fileIn(temporaryFolder());
  const history = openHistory(file);
  for (const line of ["first", "second", "second"]) history.add(line);
  expect(history.lines).toEqual(["second", "first"]);
  expect(openHistory(file).lines).toEqual(["second", "first"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("two shells that are open at once lose no line of each other", () => {
  const file = fileIn(temporaryFolder());
  const [one, other] = [openHistory(file), openHistory(file)];
  one.add("a");
  other.add("b");
  expect(openHistory(file).lines).toEqual(["b", "a"]);
});

test("the oldest lines leave the file, and very long ones are not kept", () => {
  const folder = temporaryFolder();
  const file = join(folder, "shell-history");
  const lines = Array.from({ length: mostLines + 5 }, (_, at) => `line ${at}`);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  const history = openHistory(file);
  expect(history.lines).toHaveLength(mostLines);
  expect(readFileSync(file, "utf8").split("\n")[0]).toBe("line 5");
  history.add("x".repeat(20_000));
  expect(history.lines[0]).toBe(`line ${mostLines + 4}`);
});

test("a file that can't be read or written is not an error", () => {
  const history = openHistory(temporaryFolder());
  history.add("kept for this shell");
  expect(history.lines).toEqual(["kept for this shell"]);
});
