import { expect, test } from "vitest";
import { eventTables } from "../../../../src/tables/events/event-tables.ts";
import { TableUnavailable } from "../../../../src/tables/host/gap.ts";
import { openHost } from "../../../../src/tables/host/local.ts";

test.each(eventTables.map((table) => [table.name, table] as const))(
  "%s has columns, and says that it needs a publisher",
  (name, table) => {
    expect(table.columns).toHaveProperty("time");
    expect(() => table.collect(openHost({ recorded: {} }))).toThrow(
      new TableUnavailable(
        "table_missing",
        `${name} needs an event publisher, which this agent doesn't run`,
      ),
    );
  },
);
