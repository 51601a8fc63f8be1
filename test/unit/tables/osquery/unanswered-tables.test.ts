import { expect, test } from "vitest";
import { carves } from "../../../../src/tables/files/carves.ts";
import { linuxColumns } from "../../../../src/tables/osquery/linux-columns.ts";
import { osqueryColumns } from "../../../../src/tables/osquery/osquery-columns.ts";
import { unansweredTables } from "../../../../src/tables/osquery/unanswered-tables.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

test.each(unansweredTables.map((table) => [table.name, table] as const))(
  "%s has osquery's columns and the reason why it has no rows",
  (name, table) => {
    if (osqueryColumns(name)) expect(table.columns).toEqual(linuxColumns(name));
    expect(table.columns).not.toEqual({});
    expect(() => table.collect(temporaryHost({}))).toThrow(new RegExp(`^${name}: \\w+`));
  },
);

test("a carve is refused, whatever the statement asks for", async () => {
  expect(await collectOf(carves, temporaryHost({}))).toEqual({
    rows: [],
    gaps: [{ reason: "policy", detail: "carves: an agent uploads no files" }],
  });
});

test("a column of a table that osquery lacks can't be asked for", () => {
  expect(() => linuxColumns("path_permissions")).toThrow("no table of osquery");
});
