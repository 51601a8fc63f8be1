import { expect, test } from "vitest";
import { osqueryColumns } from "../../../../src/tables/osquery/osquery-columns.ts";
import { osquerySchema } from "../../../../src/tables/osquery/schema.ts";

const column = (table: string, name: string) =>
  osqueryColumns(table)?.find((one) => one.name === name);

test("a column has its type, platforms, collation and whether SELECT * shows it", () => {
  expect(column("deb_packages", "version")).toEqual({
    name: "version",
    type: "TEXT",
    hidden: false,
    platforms: null,
    collation: "version_dpkg",
  });
  expect(column("file", "pid_with_namespace")).toEqual({
    name: "pid_with_namespace",
    type: "INTEGER",
    hidden: true,
    platforms: ["linux"],
    collation: null,
  });
  expect(column("platform_info", "volume_size")).toMatchObject({ platforms: ["linux", "darwin"] });
});

test("every line is a table with columns, none of them twice", () => {
  for (const line of osquerySchema.trim().split("\n")) {
    const names = osqueryColumns(line.split(" ")[0]!)!.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
  }
});

test("a table that osquery lacks has none", () => {
  expect(osqueryColumns("path_permissions")).toBeNull();
});
