import { expect, test } from "vitest";
import { parsePrograms } from "../../../../src/tables/packages/programs.ts";
import { pick } from "../../../helpers/collect-table.ts";
import { printedOn, type WindowsHostName } from "../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) => parsePrograms(printedOn(host, "programs"));

test("programs by their uninstall keys, then the store's packages, each once", () => {
  const { rows } = parse("windows-10-22h2");
  expect(pick(rows, "name", "version", "identifying_number", "package_family_name")).toEqual([
    {
      name: "Office 16 Click-to-Run Extensibility Component",
      version: "16.0.17328.20162",
      identifying_number: "{90160000-008C-0000-1000-0000000FF1CE}",
      package_family_name: undefined,
    },
    {
      name: "7-Zip 23.01 (x64)",
      version: "23.01",
      identifying_number: null,
      package_family_name: undefined,
    },
    {
      name: "Drucker <Büro>",
      version: null,
      identifying_number: "de.firma.drucker",
      package_family_name: undefined,
    },
    {
      name: "Rechner",
      version: "11.2210.0.0",
      identifying_number: "Microsoft.WindowsCalculator_11.2210.0.0_x64__8wekyb3d8bbwe",
      package_family_name: "Microsoft.WindowsCalculator_8wekyb3d8bbwe",
    },
    {
      name: "Windows.PrintDialog",
      version: "6.2.3.0",
      identifying_number: "Windows.PrintDialog_6.2.3.0_neutral_neutral_cw5n1h2txyewy",
      package_family_name: "Windows.PrintDialog_cw5n1h2txyewy",
    },
  ]);
});

test("the programs of users who are not logged in are a gap", () => {
  expect(parse("windows-10-22h2").gaps).toEqual([
    { reason: "denied", detail: "registry of 1 users who are not logged in: not loaded" },
  ]);
  expect(parse("windows-11-24h2").gaps).toEqual([]);
});

test("the message of an unknown failure is reported", () => {
  const { rows, gaps } = parse("windows-server-2019");
  expect(rows.map(({ name }) => name)).toEqual(["Vendor Backup"]);
  expect(gaps[0]).toEqual({ reason: "error", detail: "store: x" });
});
