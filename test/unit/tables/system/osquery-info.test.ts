import { expect, test } from "vitest";
import { osqueryInfo } from "../../../../src/tables/system/osquery-info.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

test("the agent is this process", async () => {
  expect(await collectRows(osqueryInfo, temporaryHost({}))).toMatchObject([
    { pid: process.pid, uuid: null, build_platform: "linux", watcher: -1, config_valid: 1 },
  ]);
});
