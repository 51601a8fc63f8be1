import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { loadOwnEdgeRules } from "../../../../../src/brain/pathfinder/rules/load-own-edge-rules.ts";
import {
  openSqlChecker,
  ownEdgeRule,
  writeDefinitions,
} from "../../../../helpers/own-detection.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const { checker, close } = await openSqlChecker();
afterAll(close);

const context = { checker, shipped: new Set(["sudo_root"]), shippedFolder: "data/edges" };

function folderWith(...rules: { id: string }[]): string {
  return writeDefinitions(temporaryFolder(onTestFinished), rules);
}

const load = (...rules: { id: string }[]) => loadOwnEdgeRules(folderWith(...rules), context);
const withSql = (sql: string) => ({ ...ownEdgeRule, platforms: { linux: sql } });

test("a rule is loaded with the shared statements of its folder and the shipped ones", async () => {
  const folder = folderWith({
    ...withSql(`SELECT d.username AS "from", 'root' AS "to", uid FROM deployers d, sudo_grants`),
    with: ["deployers", "sudo_grants"],
  } as typeof ownEdgeRule);
  mkdirSync(join(folder, "with"));
  writeFileSync(join(folder, "with", "deployers.sql"), "-- why\nSELECT uid, username FROM users\n");
  const [rule] = await loadOwnEdgeRules(folder, context);
  expect(rule?.platforms.linux).toMatch(/^WITH RECURSIVE deployers AS MATERIALIZED \(\nSELECT uid/);
  expect(rule?.platforms.linux).toContain("sudo_grants AS MATERIALIZED");
});

test.each([
  [
    "an unknown table",
    withSql(`SELECT a AS "from", b AS "to" FROM usr`),
    /linux: there is no table usr/,
  ],
  [
    "no end",
    withSql('SELECT username AS "from", uid FROM users'),
    /linux: there is no column to; the columns on linux are from, uid\.$/,
  ],
  [
    "a placeholder without a column",
    { ...ownEdgeRule, sentence: "{from} by {group}" },
    /\{group\} is no column/,
  ],
  [
    "an unknown shared statement",
    { ...ownEdgeRule, with: ["nope"] },
    /there is no shared statement with\/nope\.sql\.$/,
  ],
  [
    "a path as a shared statement",
    { ...ownEdgeRule, with: ["../with/sudo_grants"] },
    /there is no shared statement/,
  ],
  ["a shipped id", { ...ownEdgeRule, id: "sudo_root" }, /sudo_root is a shipped definition/],
  ["an unknown node type", { ...ownEdgeRule, to: "root" }, /to must be one of host, user, /],
])("%s is refused with file and line", async (_, rule, message) => {
  const error = await load(rule).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ message: expect.stringMatching(message) });
  expect((error as Error).message).toMatch(/[.]yaml:\d+:\d+: /);
});

test("a rule that replaces a shipped one is loaded without the word", async () => {
  const [rule] = await load({
    ...ownEdgeRule,
    id: "sudo_root",
    replaces: true,
  } as typeof ownEdgeRule);
  expect(rule).toEqual({ ...ownEdgeRule, id: "sudo_root" });
});
