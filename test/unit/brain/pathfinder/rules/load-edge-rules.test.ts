import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import {
  loadEdgeRules,
  statementsFor,
} from "../../../../../src/brain/pathfinder/rules/load-edge-rules.ts";

const rule = {
  id: "opens",
  edge: "Opens",
  title: "It opens",
  description: "It opens.",
  from: "user",
  to: "user",
  cost: 1,
  attack: [],
  sentence: "{from} opens {to}.",
  remediation: null,
  with: ["accounts"],
  platforms: { linux: "SELECT * FROM accounts\n" },
};

/** A folder of rules: shared statements by name in `with`, and one rule in opens.yaml. */
function folderWith(opens: object, shared: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "inquest-edges-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["with", "facts"]) mkdirSync(join(folder, name));
  for (const [name, sql] of Object.entries(shared))
    writeFileSync(join(folder, "with", `${name}.sql`), sql);
  writeFileSync(join(folder, "opens.yaml"), stringify(opens));
  return folder;
}

const sqlOf = (folder: string) => loadEdgeRules(folder).edgeRules[0]?.platforms.linux;

test("a rule's SQL starts with its shared statements, in their order", () => {
  const shared = { accounts: "SELECT 1 AS a\n", writers: "SELECT a FROM accounts\n" };
  expect(sqlOf(folderWith({ ...rule, with: ["accounts", "writers"] }, shared))).toBe(
    [
      "WITH RECURSIVE accounts AS MATERIALIZED (",
      "SELECT 1 AS a",
      "), writers AS MATERIALIZED (",
      "SELECT a FROM accounts",
      ")",
      "SELECT * FROM accounts",
      "",
    ].join("\n"),
  );
});

test("the rule's own WITH clause continues after them", () => {
  const platforms = { linux: "WITH RECURSIVE b AS (SELECT 2) SELECT * FROM b" };
  expect(sqlOf(folderWith({ ...rule, platforms }, { accounts: "SELECT 1" }))).toBe(
    "WITH RECURSIVE accounts AS MATERIALIZED (\nSELECT 1\n), b AS (SELECT 2) SELECT * FROM b",
  );
});

test("a rule without shared statements is unchanged", () => {
  const { with: _, ...alone } = { ...rule, platforms: { linux: "SELECT 1" } };
  expect(sqlOf(folderWith(alone))).toBe("SELECT 1");
});

test("a host gets the statements for its operating system", () => {
  const folder = folderWith(rule, { accounts: "SELECT 1" });
  writeFileSync(
    join(folder, "facts", "uptimes.yaml"),
    stringify({ id: "uptimes", description: "Up.", platforms: { darwin: "SELECT 2" } }),
  );
  const { edgeRules, factRules } = loadEdgeRules(folder);
  const idsOf = (os: string) => statementsFor([...edgeRules, ...factRules], os).map(({ id }) => id);
  expect([idsOf("linux"), idsOf("darwin"), idsOf("windows")]).toEqual([["opens"], ["uptimes"], []]);
});

test("the built JSON equals the files", () => {
  const folder = folderWith(rule, { accounts: "SELECT 1" });
  writeFileSync(`${folder}.json`, JSON.stringify([{ ...rule, title: "from JSON" }]));
  onTestFinished(() => rmSync(`${folder}.json`));
  expect(loadEdgeRules(folder).edgeRules[0]).toMatchObject({ title: "from JSON" });
});

test("an error names the file and the position", () => {
  const load = (opens: object) => () => loadEdgeRules(folderWith(opens));
  expect(load({ ...rule, cost: 11 })).toThrow(/^opens\.yaml\/cost: /);
  expect(load({ ...rule, id: "other" })).toThrow("opens.yaml holds the id other.");
  expect(load(rule)).toThrow("opens.yaml/with: there is no with/accounts.sql.");
  expect(load({ ...rule, with: ["../accounts"] })).toThrow("there is no with/../accounts.sql.");
});
