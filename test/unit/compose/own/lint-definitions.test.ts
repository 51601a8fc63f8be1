import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { lintDefinitions } from "../../../../src/compose/own/lint-definitions.ts";
import { ownDetection, ownEdgeRule, writeDefinitions } from "../../../helpers/own-detection.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test("a folder's detections, edge rules and test cases are checked by their kind", async () => {
  const folder = writeDefinitions(temporaryFolder(), [ownDetection, ownEdgeRule]);
  writeFileSync(join(folder, "a.test.yaml"), "- { name: x, verdict: pass }\n");
  writeFileSync(join(folder, "b.test.yaml"), "- name: x\n  edges: []\n");
  const report = await lintDefinitions([folder]);
  expect(report.problems).toBe(0);
  expect(report.files.map(({ kind }) => kind)).toEqual(["cases", "cases", "edge", "detection"]);
});

test("every problem of a file is listed with its place", async () => {
  const file = join(temporaryFolder(), "other.yaml");
  writeFileSync(file, stringify({ ...ownDetection, key: ["nam"], fix: ["rm {path}"] }));
  const { files, problems } = await lintDefinitions([file]);
  expect(problems).toBe(3);
  expect(files[0]?.problems).toEqual([
    expect.objectContaining({ line: 1, message: expect.stringContaining("called other.yaml") }),
    expect.objectContaining({ line: 17, message: expect.stringContaining("nam is no column") }),
    expect.objectContaining({ line: 10, message: expect.stringContaining("{path} is no column") }),
  ]);
});

test("cases with an unknown verdict or a misspelt field are problems", async () => {
  const file = join(temporaryFolder(), "a.test.yaml");
  writeFileSync(file, "- name: x\n  verdict: failed\n- name: y\n  verdict: pass\n  table: {}\n");
  const { files } = await lintDefinitions([file]);
  expect(files[0]?.problems.map(({ line, message }) => [line, message])).toEqual([
    [5, "1.table is not a known field; did you mean tables?"],
    [2, "0.verdict must be one of fail, pass, unknown, not_applicable"],
  ]);
});

test("the shipped detections follow the rules for an operator's own", async () => {
  const { files } = await lintDefinitions(["data/detections"]);
  const problems = files.flatMap(({ file, problems: own }) =>
    own
      .filter(({ message }) => !message.includes("is a shipped definition"))
      .map(({ line, message }) => `${file}:${line} ${message}`),
  );
  expect(problems).toEqual([]);
});

test("a path that is no file, and a folder without definitions, are one sentence", async () => {
  const folder = temporaryFolder();
  await expect(lintDefinitions([join(folder, "none.yaml")])).rejects.toThrow(/can't be read\.$/);
  mkdirSync(join(folder, "empty"));
  await expect(lintDefinitions([join(folder, "empty")])).rejects.toThrow(
    /contains no \*\.yaml file/,
  );
});
