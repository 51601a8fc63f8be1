import { expect, test } from "vitest";
import { databaseChecksView, migrationView } from "../../../src/ui/views/server/database.ts";

const style = { width: 80, colour: true, maxRows: 20, nowMs: 0 };

test("each check is a line; a problem is red and has the next step", () => {
  const checks = [
    { about: "tables", ok: true, found: "The tables have version 2.", next: null },
    { about: "secret key", ok: false, found: "There is none.", next: "Copy it." },
  ];
  expect(databaseChecksView.plain({ checks }, style)).toEqual([
    "tables: The tables have version 2.",
    "\u001b[31msecret key: There is none. Copy it.\u001b[39m",
  ]);
});

test.each([
  [0, 2, "Created the tables (version 2)."],
  [1, 2, "Migrated the tables from version 1 to 2."],
  [2, 2, "The tables already have version 2."],
])("a migration from %i to %i", (from, to, line) => {
  expect(migrationView.plain({ from, to }, style)).toEqual([line]);
});
