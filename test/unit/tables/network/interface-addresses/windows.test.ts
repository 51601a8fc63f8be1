import { expect, test } from "vitest";
import { parseInterfaceAddresses } from "../../../../../src/tables/network/interface-addresses/windows.ts";
import { printedOn } from "../../../../helpers/windows-host.ts";

test("addresses in use with their masks, without zones and without the stored doubles", () => {
  const { rows } = parseInterfaceAddresses(printedOn("windows-10-22h2", "interface-addresses"));
  expect(rows.map(({ address, mask, type }) => [address, mask, type])).toEqual([
    ["fe80::3c1a:9f2b:77aa:1", "ffff:ffff:ffff:ffff::", "auto"],
    ["::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "unknown"],
    ["192.168.178.23", "255.255.255.0", "dhcp"],
    ["10.9.0.5", "255.255.240.0", "manual"],
  ]);
  expect(rows[3]).toMatchObject({ interface: "7", friendly_name: 'Ethernet 2 "Büro"' });
});

test("enumerations by name, and an address that is none is a gap", () => {
  const { rows, gaps } = parseInterfaceAddresses(
    printedOn("windows-11-24h2", "interface-addresses"),
  );
  expect(rows.map(({ address, type }) => [address, type])).toEqual([
    ["2001:db8:0:1::42", "auto"],
    ["169.254.77.3", "auto"],
  ]);
  expect(gaps).toEqual([{ reason: "error", detail: "addresses: 1 unreadable" }]);
});

test("a prefix in quotes counts", () => {
  const { rows } = parseInterfaceAddresses(printedOn("windows-server-2019", "interface-addresses"));
  expect(rows[0]).toMatchObject({ address: "10.20.30.40", mask: "255.255.254.0" });
});
