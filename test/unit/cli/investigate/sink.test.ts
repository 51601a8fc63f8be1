import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { formats, reportFormats } from "../../../../src/cli/flags/common-flags.ts";
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

const known = { json: null, formats };

test.each([
  [{ output: "a.HTML" }, "html"],
  [{ output: "a.md" }, "markdown"],
  [{ output: "a.sarif" }, "sarif"],
  [{ output: "a.csv" }, "csv"],
  [{ output: "a.txt" }, "text"],
  [{ output: "/dev/null" }, "text"],
  [{ output: "a.html", format: "json" as const }, "json"],
  [{ output: "a.pdf", format: "html" as const }, "html"],
  [{}, "text"],
])("%j is written as %s", (flags, format) => {
  expect(chooseFormat(flags, known)).toBe(format);
});

test("an unknown ending is refused with the known ones, unless --json or --format names the format", () => {
  const refused = expect.objectContaining({
    kind: "usage",
    message: "No format is known for report.pdf.",
    hint: "Name a file that ends in .txt, .json, .ndjson, .md, .html, .sarif, .csv, or pass --format.",
  });
  expect(() => chooseFormat({ output: "report.pdf" }, known)).toThrow(refused);
  expect(() => chooseFormat({ output: "a.csv" }, { json: null, formats: reportFormats })).toThrow(
    "No format is known for a.csv.",
  );
  const asJson = { json: "json" as const, formats };
  expect(chooseFormat({ output: "report.pdf" }, asJson)).toBe("json");
  expect(chooseFormat({ output: "a.txt" }, asJson)).toBe("json");
});
