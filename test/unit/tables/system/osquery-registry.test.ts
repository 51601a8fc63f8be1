import { expect, test } from "vitest";
import { tables } from "../../../../src/tables/registry.ts";
import { osqueryRegistry } from "../../../../src/tables/system/osquery-registry.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

test("the agent's tables of this platform", async () => {
  const rows = await collectRows(
    osqueryRegistry(() => tables),
    temporaryHost({}),
  );
  const names = rows.map(({ name }) => name);
  expect(names).toContain("processes");
  expect(names).toContain("osquery_registry");
  expect(names).not.toContain("bitlocker_info");
  expect(rows[0]).toMatchObject({ registry: "table", internal: 0, active: 1 });
});
