import { cpSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadDetections } from "../../../../src/brain/detections/load-detections.ts";

const id = "ssh_loose_limits";
const past = new Date("2026-01-01T00:00:00Z");

/** A folder with one detection, made long ago. */
function folderWithOne(): string {
  const root = mkdtempSync(join(tmpdir(), "inquest-detections-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, "detections");
  cpSync(`data/detections/${id}.yaml`, join(folder, `${id}.yaml`));
  utimesSync(join(folder, `${id}.yaml`), past, past);
  return folder;
}

test("the build's JSON is used for its source files", () => {
  const folder = folderWithOne();
  writeFileSync(`${folder}.json`, JSON.stringify([{ id, title: "from JSON" }]));
  expect(loadDetections(folder)).toEqual([{ id, title: "from JSON" }]);
});

test("without the JSON, or if a file is newer or missing, the YAML is read", () => {
  const folder = folderWithOne();
  const idsOf = () => loadDetections(folder).map((detection) => detection.id);
  expect(idsOf()).toEqual([id]);
  writeFileSync(`${folder}.json`, JSON.stringify([{ id, title: "from JSON" }]));
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(folder, `${id}.yaml`), later, later);
  expect(loadDetections(folder)[0]!.title).not.toBe("from JSON");
  rmSync(join(folder, `${id}.yaml`));
  expect(idsOf()).toEqual([]);
});

test("an invalid file is reported with its name and the path of the error", () => {
  const folder = folderWithOne();
  writeFileSync(join(folder, "bad.yaml"), "id: bad\n");
  expect(() => loadDetections(folder)).toThrow(/^bad\.yaml/);
});

test("a detection starts with the statements that it shares with the edge rules", () => {
  const folder = folderWithOne();
  const path = join(folder, `${id}.yaml`);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, `${text.trimEnd()}\nwith: [accounts]\n`);
  expect(() => loadDetections(folder)).toThrow(/there is no with\/accounts\.sql/);
  cpSync("data/edges/with", join(folder, "../edges/with"), { recursive: true });
  expect(loadDetections(folder)[0]!.platforms.linux!.sql).toMatch(
    /^WITH RECURSIVE accounts AS MATERIALIZED/,
  );
});
