import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { type EdgeRule, edgeStates } from "../../../../../src/brain/pathfinder/rules/edge-rule.ts";
import {
  parseEdgeRules,
  statementsFor,
} from "../../../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import { createSqlRunner } from "../../../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../../../src/tables/host/local.ts";
import { tables } from "../../../../../src/tables/registry.ts";

type Edge = Record<string, unknown>;

interface Case {
  name: string;
  os?: string;
  tables: Record<string, Edge[]>;
  denied?: string[];
  /**
   * All edges, in any order, by the columns that matter; proven unless stated otherwise. Absent ones
   * only where the case is about them.
   */
  edges: Edge[];
}

const { edgeRules, factRules } = parseEdgeRules("data/edges");
const folder = "test/fixtures/edges";
const files = new Set(readdirSync(folder));
const casesOf = (id: string): Case[] =>
  files.has(`${id}.json`) ? JSON.parse(readFileSync(`${folder}/${id}.json`, "utf8")) : [];
const runner = await createSqlRunner({ host: openHost(), tables });
afterAll(() => runner.close());

async function edgesOf(rule: EdgeRule, { os = "linux", tables: given, denied = [] }: Case) {
  const statements = statementsFor([rule], os);
  const results = await runner.run(
    statements.map((statement) => ({ ...statement, max_rows: 1000, timeout_ms: 5000 })),
    { rows: { ...given, ...Object.fromEntries(denied.map((table) => [table, null])) } },
  );
  const [result] = results;
  if (result?.error && denied.length === 0) throw new Error(result.error.message);
  return result!.rows.map((row) =>
    Object.fromEntries(result!.columns.map((column, at) => [column, row[at]])),
  );
}

const isAbsent = ({ state }: Edge) => state === "absent";
/** Rules whose edges are all absent: they only explain why there is no path. */
const onlyExplaining = new Set(["cert_untrusted", "su_password", "sudo_others"]);
const isWalked = ({ state }: Edge) => state !== "refuted" && state !== "absent";
const stateOf = (edge: Edge) => edge.state ?? "proven";
const inOrder = (edges: Edge[]) =>
  edges
    .map((edge): Edge => ({ ...edge, state: stateOf(edge) }))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
const keyOf = ({ from, to, state }: Edge) => JSON.stringify([from, to, state]);

describe.each(edgeRules)("$id", (rule) => {
  test.each(casesOf(rule.id))("$name", async (given) => {
    const edges = inOrder(await edgesOf(rule, given));
    const asked = given.edges.some(isAbsent) ? edges : edges.filter((edge) => !isAbsent(edge));
    expect(asked).toMatchObject(inOrder(given.edges));
    for (const edge of edges) {
      expect(edgeStates).toContain(edge.state);
      expect([edge.from, edge.to].every((end) => typeof end === "string" && end !== "")).toBe(true);
      expect(edge.why ?? null, "only what is not proven has a reason").toEqual(
        edge.state === "proven" ? null : expect.stringMatching(/./),
      );
    }
  });

  test("has three cases with an edge and three without", () => {
    const counts = onlyExplaining.has(rule.id) ? isAbsent : isWalked;
    const walked = casesOf(rule.id).map(({ edges }) => edges.some(counts));
    const count = (wanted: boolean) => walked.filter((each) => each === wanted).length;
    expect([count(true) >= 3, count(false) >= 3]).toEqual([true, true]);
  });

  test("describes only columns that its rows have", async () => {
    const counts = onlyExplaining.has(rule.id) ? isAbsent : isWalked;
    const given = casesOf(rule.id).find(({ edges }) => edges.some(counts));
    const [edge = {}] = given ? await edgesOf(rule, given) : [];
    const told = `${rule.sentence} ${rule.remediation}`.matchAll(/\{(\w+)\}/g);
    for (const [, name] of told)
      expect([...Object.keys(edge), "from", "to", "host"]).toContain(name);
  });
});

test("every case file belongs to a rule, and rule ids are unique", () => {
  const ids = edgeRules.map(({ id }) => id);
  expect([...files].map((file) => file.replace(".json", "")).sort()).toEqual(ids);
  const all = [...ids, ...factRules.map(({ id }) => id)];
  expect(new Set(all).size).toBe(all.length);
});

test("every statement can be prepared", () => {
  for (const os of ["linux", "darwin", "windows"])
    for (const { id, sql } of statementsFor([...edgeRules, ...factRules], os))
      expect([os, id, runner.tablesRead(sql)]).toEqual([os, id, expect.any(Array)]);
});

test("rules read only tables that snapshots have: a host is asked live for all others", () => {
  const live = tables.filter((table) => "required" in table).map(({ name }) => name);
  for (const { id, sql } of statementsFor([...edgeRules, ...factRules], "linux"))
    expect([id, runner.tablesRead(sql)?.filter((name) => live.includes(name))]).toEqual([id, []]);
});
