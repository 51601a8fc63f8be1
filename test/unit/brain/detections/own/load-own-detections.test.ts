import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { loadOwnDetections } from "../../../../../src/brain/detections/own/load-own-detections.ts";
import {
  openSqlChecker,
  ownDetection,
  writeDefinitions,
} from "../../../../helpers/own-detection.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const { checker, close } = await openSqlChecker();
afterAll(close);

const context = { shipped: new Set(["ssh_root_login"]), sharedFolder: "data/edges/with", checker };

function load(...definitions: ({ id: string } & Record<string, unknown>)[]) {
  const folder = writeDefinitions(temporaryFolder(onTestFinished), definitions);
  return loadOwnDetections(folder, context);
}

const withSql = (sql: string, os = "linux") => ({ ...ownDetection, platforms: { [os]: { sql } } });

test("valid detections are loaded, and files of cases beside them are left out", async () => {
  const folder = writeDefinitions(temporaryFolder(onTestFinished), [ownDetection]);
  writeFileSync(join(folder, `${ownDetection.id}.test.yaml`), "- name: x\n");
  writeFileSync(join(folder, "README.md"), "# Ours\n");
  expect(await loadOwnDetections(folder, context)).toEqual([ownDetection]);
});

test.each([
  [
    "an unknown table",
    withSql("SELECT name FROM deb_package"),
    /linux\.sql: there is no table deb_package; did you mean deb_packages\?$/,
  ],
  [
    "an unknown column",
    withSql("SELECT nam AS name FROM deb_packages"),
    /there is no column nam; did you mean name\?$/,
  ],
  [
    "a column of a table's alias",
    withSql("SELECT d.nme AS name FROM deb_packages d"),
    /there is no column d\.nme; did you mean name\?$/,
  ],
  [
    "a table of another system",
    withSql("SELECT name FROM deb_packages", "windows"),
    /deb_packages is not a table of windows\.$/,
  ],
  ["a statement that writes", withSql("DELETE FROM deb_packages"), /only SELECT/],
  ["a second statement", withSql("SELECT name FROM deb_packages; SELECT 1"), /only one statement/],
  [
    "a file system without a path",
    withSql("SELECT path AS name FROM file"),
    /file must be constrained/,
  ],
  [
    "a key that is no column",
    { ...ownDetection, key: ["arch"] },
    /arch is no column of the evidence; the columns on linux are name, version\.$/,
  ],
  [
    "a placeholder that is no column",
    { ...ownDetection, fix: ["rm {path}"] },
    /\{path\} is no column/,
  ],
  [
    "a kernel setting of a placeholder that is no column",
    { ...ownDetection, fix: { sysctl: { "{setting}": 1 } } },
    /\{setting\} is no column/,
  ],
  [
    "a listed table that is unknown",
    { ...ownDetection, tables: ["dpkg"] },
    /there is no table dpkg\.$/,
  ],
  [
    "a phrase that says nothing",
    { ...ownDetection, phrases: ["which hosts?"] },
    /the phrase "which hosts\?" has no word that says what is asked/,
  ],
  [
    "an unknown related detection",
    { ...ownDetection, related: ["nope"] },
    /there is no detection nope\.$/,
  ],
  [
    "the id of a shipped detection",
    { ...ownDetection, id: "ssh_root_login" },
    /ssh_root_login is a shipped definition; choose another id, or replace it with replaces: true\.$/,
  ],
  [
    "nothing to replace",
    { ...ownDetection, replaces: true },
    /no shipped definition telnet_client_installed to replace/,
  ],
])("%s is refused with file and line", async (_, definition, message) => {
  const error = await load(definition).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ message: expect.stringMatching(message), kind: "usage" });
  expect((error as Error).message).toMatch(/[.]yaml:\d+:\d+: /);
});

test("a shipped detection is replaced if the file says so", async () => {
  const replacing = { ...ownDetection, id: "ssh_root_login", replaces: true };
  expect(await load(replacing)).toEqual([replacing]);
});

test("a detection starts with the shared statements that it names", async () => {
  const platforms = { linux: { sql: "SELECT username AS name FROM accounts" } };
  const [loaded] = await load({
    ...ownDetection,
    key: ["name"],
    fix: ["echo {name}"],
    platforms,
    with: ["accounts"],
  });
  expect(loaded!.platforms.linux!.sql).toMatch(/^WITH RECURSIVE accounts AS MATERIALIZED/);
  await expect(load({ ...ownDetection, with: ["no_such"] })).rejects.toThrow(
    "there is no shared statement with/no_such.sql",
  );
});

test("a file whose name is not its id is refused", async () => {
  const folder = temporaryFolder(onTestFinished);
  writeFileSync(join(folder, "a.yaml"), JSON.stringify(ownDetection));
  await expect(loadOwnDetections(folder, context)).rejects.toThrow(
    "the id is telnet_client_installed, but the file is called a.yaml",
  );
});
