import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { chooseFormat, fileSink } from "../../../../src/cli/investigate/sink.ts";

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "inquest-sink-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("what was in the file is replaced, what is written follows", () => {
  const file = join(tempFolder(), "out.ndjson");
  writeFileSync(file, "old");
  const write = fileSink(file);
  write("a\n");
  write("b\n");
  expect(readFileSync(file, "utf8")).toBe("a\nb\n");
});

test("finding 23: a new file is readable by its owner only, an existing one keeps its mode", () => {
  const folder = tempFolder();
  const [created, shared] = [join(folder, "new.json"), join(folder, "shared.json")];
  writeFileSync(shared, "");
  chmodSync(shared, 0o644);
  for (const file of [created, shared]) fileSink(file)("report");
  const modeOf = (file: string) => statSync(file).mode & 0o777;
  expect([modeOf(created), modeOf(shared)]).toEqual([0o600, 0o644]);
});

test("a place that can't be written is a usage error before any work", () => {
  const folder = tempFolder();
  const file = join(folder, "absent", "out.json");
  const refused = (message: string) => expect.objectContaining({ kind: "usage", message });
  expect(() => fileSink(file)).toThrow(
    refused(`${file} can't be written: its folder doesn't exist.`),
  );
  expect(() => fileSink(folder)).toThrow(refused(`${folder} can't be written: it is a folder.`));
});

test.each([
  [{ output: "a.HTML" }, "html"],
  [{ output: "a.md" }, "markdown"],
  [{ output: "a.sarif" }, "sarif"],
  [{ output: "a.txt" }, "text"],
  [{ output: "a.html", format: "json" as const }, "json"],
  [{}, "text"],
])("%j is written as %s", (flags, format) => {
  expect(chooseFormat(flags, "text")).toBe(format);
});
