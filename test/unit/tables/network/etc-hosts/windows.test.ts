import { expect, test } from "vitest";
import { parseEtcHosts } from "../../../../../src/tables/network/etc-hosts/windows.ts";
import { printedOn, type WindowsHostName } from "../../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) => parseEtcHosts(printedOn(host, "etc-hosts"));

test("names of an address without comments; a fresh Windows has none", () => {
  expect(parse("windows-10-22h2").rows).toEqual([
    { address: "127.0.0.1", hostnames: "grüße.test" },
    { address: "192.168.178.40", hostnames: "nas" },
  ]);
  expect(parse("windows-11-24h2")).toEqual({ rows: [], gaps: [] });
});

test("a file that can't be read is not an empty one", () => {
  expect(() => parse("windows-server-2019")).toThrow(expect.objectContaining({ reason: "denied" }));
});
