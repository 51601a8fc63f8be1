import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadAdvisories } from "../../../../../src/brain/advisories/load/load-advisories.ts";
import type { AppError } from "../../../../../src/core/errors.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = temporaryFolder(onTestFinished);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const osv = (over: object = {}) =>
  JSON.stringify({
    id: "CVE-2024-1",
    modified: "2026-10-01T00:00:00Z",
    affected: [{ package: { ecosystem: "npm", name: "a" }, versions: ["1.0.0"] }],
    ...over,
  });
const issues = {
  "CVE-2024-2": { releases: { bookworm: { status: "resolved", fixed_version: "2.0" } } },
};

/** A tracker's file that is too large to be parsed as a whole. */
function largeTracker(end = "}"): string {
  const filler = { "CVE-2024-3": { description: "x".repeat(1 << 20), releases: {} } };
  const packages = Array.from({ length: 9 }, (_, n) => `"filler${n}":${JSON.stringify(filler)}`);
  return `{${packages.join(",")},"bash":${JSON.stringify(issues)}${end}`;
}

/** The error's sentence, with DIR for the folder of the test. */
function problemOf(folder: string, load = folder): string {
  try {
    loadAdvisories(load);
  } catch (error) {
    expect((error as AppError).hint).toMatch(/[.]$/);
    return (error as AppError).message.replaceAll(folder, "DIR");
  }
  throw new Error("it was loaded");
}

test("records and the tracker's file are found in folders below, other files are left alone", () => {
  const folder = folderWith({
    "npm/CVE-2024-1.json": osv(),
    "debian.json": JSON.stringify({ bash: issues }),
    "README.md": "x",
  });
  symlinkSync("debian.json", join(folder, "newest.json"));
  const index = loadAdvisories(folder);
  expect(index.find("npm", "a")).toMatchObject([{ id: "CVE-2024-1", versions: ["1.0.0"] }]);
  expect(index.find("debian:12", "bash")[0]).toMatchObject({ ranges: [{ fixed: "2.0" }] });
  expect(index.changedAt("debian:11")).toBeNull();
});

test("a large file of the tracker is read package by package", () => {
  const index = loadAdvisories(folderWith({ "debian.json": largeTracker() }));
  expect(index.find("debian:12", "bash")).toHaveLength(1);
});

test("records are as old as they say, and the tracker's file as its last change", () => {
  const folder = folderWith({
    "a.json": osv(),
    "b.json": osv({ modified: "2026-09-01T00:00:00Z" }),
    "debian.json": JSON.stringify({ bash: issues }),
  });
  utimesSync(join(folder, "debian.json"), new Date(0), new Date("2026-08-01T00:00:00Z"));
  const index = loadAdvisories(folder);
  expect(index.changedAt("npm")).toBe(Date.parse("2026-10-01T00:00:00Z"));
  expect(index.changedAt("debian:12")).toBe(Date.parse("2026-08-01T00:00:00Z"));
});

test.each([
  ["truncated JSON", osv().slice(0, -5), /^DIR\/x\.json can't be used as advisories: .*JSON.*\.$/],
  ["an empty file", "", /^DIR\/x\.json can't be used as advisories: .*\.$/],
  ["bytes that are not UTF-8", Buffer.from('{"id":"\xff"}', "latin1"), /the text is not UTF-8\.$/],
  ["another JSON file", '{"name": "package", "version": 1}', /its field "name" is no package/],
  ["a list", `[${osv()}]`, /neither an OSV record nor the Debian security tracker's JSON\.$/],
  ["an empty object", "{}", /neither an OSV record nor/],
  ["fields of other types", osv({ affected: [{ ranges: {} }] }), /its field "id" is no package/],
  ["deep nesting", `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`, /neither an OSV record/],
  ["deep nesting that does not end", "[".repeat(1_000_000), /can't be used as advisories/],
  [
    "one string of 10 MB",
    JSON.stringify("x".repeat(10 << 20)),
    /it is not one JSON object|incomplete/,
  ],
  ["a field of 10 MB", `{"id": "${"x".repeat(10 << 20)}"}`, /its field "id" is no package/],
  ["a large file that is cut off", largeTracker(""), /the JSON is incomplete\.$/],
])("%s is one sentence with the file", (_, content, message) => {
  expect(problemOf(folderWith({ "x.json": content }))).toMatch(message);
});

test("a link out of the folder, to nowhere or to a folder is an error", () => {
  const outside = folderWith({ "a.json": osv() });
  const linked = (target: string, name = "x.json") => {
    const folder = folderWith({ "a.json": osv() });
    symlinkSync(target, join(folder, name));
    return folder;
  };
  expect(problemOf(linked(join(outside, "a.json")))).toMatch(
    /^DIR\/x\.json is a link to .*a\.json, outside the folder\.$/,
  );
  expect(problemOf(linked("none.json"))).toBe("DIR/x.json can't be read.");
  expect(problemOf(linked(outside, "npm"))).toBe("DIR/npm is a link to a folder.");
});

test("a folder or file that all users can write is refused", () => {
  const folder = folderWith({ "npm/a.json": osv() });
  chmodSync(join(folder, "npm/a.json"), 0o666);
  expect(problemOf(folder)).toBe("DIR/npm/a.json can be written by all users.");
  chmodSync(join(folder, "npm"), 0o777);
  expect(problemOf(folder)).toBe("DIR/npm can be written by all users.");
});

test("no folder, and a folder without JSON files, are errors", () => {
  const folder = folderWith({ "a.txt": "" });
  expect(problemOf(folder, join(folder, "none"))).toBe("DIR/none can't be read.");
  expect(problemOf(folder)).toBe("DIR has no JSON files.");
});
