import { expect, test } from "vitest";
import { parseServices } from "../../../../src/tables/services/services.ts";
import { pick } from "../../../helpers/collect-table.ts";
import { printedOn, type WindowsHostName } from "../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) => parseServices(printedOn(host, "services"));

test("services with osquery's names", () => {
  const { rows, gaps } = parse("windows-10-22h2");
  expect(pick(rows, "name", "service_type", "status", "start_type", "module_path")).toEqual([
    {
      name: "BITS",
      service_type: "UNKNOWN",
      status: "STOPPED",
      start_type: "DEMAND_START",
      module_path: "C:\\WINDOWS\\System32\\qmgr.dll",
    },
    {
      name: "Spooler",
      service_type: "OWN_PROCESS(Interactive)",
      status: "RUNNING",
      start_type: "AUTO_START",
      module_path: "",
    },
    {
      name: "Vendor Agent",
      service_type: "OWN_PROCESS",
      status: "START_PENDING",
      start_type: "DISABLED",
      module_path: "",
    },
  ]);
  expect(rows[2]).toMatchObject({
    path: "C:\\Program Files\\Vendor\\agent.exe --x",
    win32_exit_code: 1077,
    user_account: ".\\dienst",
  });
  expect(gaps).toEqual([]);
});

test("states by number; an ordinary user may see fewer services", () => {
  const { rows, gaps } = parse("windows-11-24h2");
  expect(rows[0]).toMatchObject({ status: "RUNNING", start_type: "AUTO_START" });
  expect(gaps).toEqual([
    {
      reason: "denied",
      detail: "modules: permission denied (3 times)",
      columns: ["module_path"],
    },
    { reason: "denied", detail: "services that Windows hides from others than administrators" },
  ]);
});
