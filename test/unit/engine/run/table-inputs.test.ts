import { afterAll, expect, test } from "vitest";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import type { CollectedTable } from "../../../../src/tables/model/table.ts";
import { collected, statement } from "../fake-tables.ts";

let collections = 0;
const packages: CollectedTable = {
  ...collected("npm_packages", { name: "TEXT", directory: "TEXT" }),
  collect() {
    collections += 1;
    return { rows: [{ name: "npm", directory: "/usr/lib" }], gaps: [] };
  },
  input: {
    column: "directory",
    read(_host, directory, report) {
      if (directory === "/root") report({ reason: "denied", detail: "/root: permission denied" });
      return [{ name: `in ${directory}`, directory }];
    },
  },
};
const folders = collected("folders", { path: "TEXT" }, [{ path: "/usr/lib" }, { path: "/srv" }]);
const runner = await createSqlRunner({
  host: openHost({ platform: "linux", recorded: {} }),
  tables: [packages, folders],
});
afterAll(() => runner.close());

const run = async (sql: string, options = {}) => (await runner.run([statement(sql)], options))[0]!;

test("a place that the statement names is read instead of the usual ones", async () => {
  collections = 0;
  const { rows } = await run("SELECT name FROM npm_packages WHERE directory = '/srv/app'");
  expect(rows).toEqual([["in /srv/app"]]);
  expect(collections).toBe(0);
});

test("several places are read, each row once", async () => {
  const { rows, error } = await run(
    "SELECT name FROM npm_packages WHERE directory IN ('/a', '/b') OR directory = '/a'",
  );
  expect(error).toBeNull();
  expect(rows).toEqual([["in /a"], ["in /b"]]);
});

test("a gap of a place is reported, and a relative path is none", async () => {
  const { gaps } = await run("SELECT name FROM npm_packages WHERE directory = '/root'");
  expect(gaps).toMatchObject([{ table: "npm_packages", reason: "denied" }]);
  expect((await run("SELECT name FROM npm_packages WHERE directory = 'app'")).rows).toEqual([]);
});

test("a column of another table names no place", async () => {
  const { rows, error } = await run(
    "SELECT name FROM folders JOIN npm_packages n ON n.directory = folders.path",
  );
  expect(error).toBeNull();
  expect(rows).toEqual([["npm"]]);
});

test("no snapshot has the rows of a place", () => {
  expect(runner.tablesRead("SELECT name FROM npm_packages WHERE directory = '/srv'")).toEqual([
    "npm_packages",
    "npm_packages.directory",
  ]);
});

test("a denied table is not read at a place either", async () => {
  const { error } = await run("SELECT name FROM npm_packages WHERE directory = '/srv'", {
    deniedTables: ["npm_packages"],
  });
  expect(error?.reason).toBe("policy");
});
