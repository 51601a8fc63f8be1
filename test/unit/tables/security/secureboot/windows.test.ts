import { expect, test } from "vitest";
import { parseSecureboot } from "../../../../../src/tables/security/secureboot/windows.ts";
import { printedOn, type WindowsHostName } from "../../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) => parseSecureboot(printedOn(host, "secureboot"));

test("on, off, and no row on a machine that started with a BIOS", () => {
  expect(parse("windows-10-22h2").rows).toEqual([{ secure_boot: 1, setup_mode: null }]);
  expect(parse("windows-11-24h2").rows).toEqual([{ secure_boot: 0, setup_mode: null }]);
  expect(parse("windows-server-2019")).toEqual({ rows: [], gaps: [] });
});
