import { expect, test } from "vitest";
import { applicableStatements } from "../../../../src/brain/hosts/applicable-statements.ts";
import type { PlanStatement } from "../../../../src/contract/plan.ts";

const statement = (id: string, sql: string): PlanStatement => ({
  id,
  sql,
  max_rows: 10,
  timeout_ms: 1000,
});
/** Tables are the lower-case words after FROM and JOIN; quantum tables are not known here. */
const evaluator = {
  tablesRead: async (sql: string) =>
    sql.includes("quantum")
      ? null
      : [...sql.matchAll(/(?:FROM|JOIN) (\w+)/g)].map(([, name]) => name!),
};

const services = [
  statement("facts/0/0", "SELECT id FROM systemd_units"),
  statement("facts/0/1", "SELECT label FROM launchd JOIN launchd_overrides"),
  statement("facts/0/2", "SELECT name FROM services"),
];
const asked = async (statements: PlanStatement[], ...tables: string[]) =>
  (await applicableStatements(statements, { tables }, evaluator)).map(({ id }) => id);

test("a host gets the statements over tables that it has at least in part", async () => {
  expect(await asked(services, "launchd", "users")).toEqual(["facts/0/1"]);
  expect(await asked(services, "services", "systemd_units")).toEqual(["facts/0/0", "facts/0/2"]);
});

test("a host with none of the tables gets every statement, as does one that doesn't report its tables", async () => {
  const all = services.map(({ id }) => id);
  expect(await asked(services, "users")).toEqual(all);
  expect(await asked(services)).toEqual(all);
});

test("a table that every source reads identifies none", async () => {
  const jobless = [
    statement("facts/0/0", "SELECT * FROM users JOIN crontab"),
    statement("facts/0/1", "SELECT * FROM users JOIN launchd"),
  ];
  expect(await asked(jobless, "users", "crontab")).toEqual(["facts/0/0"]);
  expect(await asked(jobless, "users")).toEqual(["facts/0/0", "facts/0/1"]);
});

test("each part of a question has its own sources, and a single source always stays", async () => {
  const parts = [
    ...services,
    statement("facts/1/0", "SELECT * FROM shadow"),
    statement("facts/2/0", "SELECT * FROM deb_packages"),
    statement("facts/2/1", "SELECT * FROM programs"),
    statement("weak/evidence", "SELECT * FROM sshd_config"),
  ];
  expect(await asked(parts, "services", "programs")).toEqual([
    "facts/0/2",
    "facts/1/0",
    "facts/2/1",
    "weak/evidence",
  ]);
});

test("a statement that can't be prepared here stays: a newer agent may know it", async () => {
  const unknown = [...services, statement("facts/0/3", "SELECT * FROM quantum_units")];
  expect(await asked(unknown, "services")).toEqual(["facts/0/2", "facts/0/3"]);
  expect(await asked(unknown, "quantum_units")).toHaveLength(4);
});
