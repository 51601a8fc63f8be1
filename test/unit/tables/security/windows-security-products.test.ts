import { expect, test } from "vitest";
import { parseWindowsSecurityProducts } from "../../../../src/tables/security/windows-security-products.ts";
import { pick } from "../../../helpers/collect-table.ts";
import { printedOn, type WindowsHostName } from "../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) =>
  parseWindowsSecurityProducts(printedOn(host, "windows-security-products"));

const columns = ["type", "name", "state", "signatures_up_to_date"];

test("what a product does is in its number", () => {
  expect(pick(parse("windows-10-22h2").rows, ...columns)).toEqual([
    { type: "Antivirus", name: "Windows Defender", state: "On", signatures_up_to_date: 1 },
    { type: "Antivirus", name: "Käfer & Söhne", state: "Off", signatures_up_to_date: 0 },
  ]);
  expect(pick(parse("windows-11-24h2").rows, ...columns)).toEqual([
    { type: "Firewall", name: "Wall", state: "Snoozed", signatures_up_to_date: 1 },
    { type: "Antivirus", name: "Old", state: "Expired", signatures_up_to_date: 0 },
  ]);
});

test("a server has no security center, which is no proof that nothing protects it", () => {
  expect(() => parse("windows-server-2019")).toThrow(
    expect.objectContaining({ reason: "table_missing" }),
  );
});
