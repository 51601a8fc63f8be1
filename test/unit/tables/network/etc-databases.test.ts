import { expect, test } from "vitest";
import { curl } from "../../../../src/tables/network/curl.ts";
import { parseProtocols } from "../../../../src/tables/network/etc-protocols.ts";
import { parseServices } from "../../../../src/tables/network/etc-services.ts";
import { interfaceIpv6 } from "../../../../src/tables/network/interface-ipv6.ts";
import { collectRows, scanTable } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

test("protocols and services with aliases and comments", () => {
  expect(parseProtocols("# x\ntcp\t6\tTCP\t# transmission\nbroken\n")).toEqual([
    { name: "tcp", number: 6, alias: "TCP", comment: "transmission" },
  ]);
  expect(parseServices("domain 53/udp dns nameserver # names\nbad 53\n")).toEqual([
    { name: "domain", port: 53, protocol: "udp", aliases: "dns nameserver", comment: "names" },
  ]);
});

test("IPv6 settings of interfaces, not of all and default", async () => {
  const conf = "/proc/sys/net/ipv6/conf";
  const host = temporaryHost({
    [`${conf}/all/forwarding`]: "1\n",
    [`${conf}/eth0/hop_limit`]: "64\n",
    [`${conf}/eth0/forwarding`]: "0\n",
    [`${conf}/eth0/accept_redirects`]: "1\n",
    [`${conf}/eth0/accept_ra`]: "2\n",
  });
  expect(await collectRows(interfaceIpv6, host)).toEqual([
    {
      interface: "eth0",
      hop_limit: 64,
      forwarding_enabled: 0,
      redirect_accept: 1,
      rtadv_accept: 2,
    },
  ]);
});

test("a statement can't make the agent connect", () => {
  const url = { column: "url", op: "=" as const, value: "http://127.0.0.1/" };
  expect(scanTable(curl, temporaryHost({}), [url])).toMatchObject({
    rows: [],
    gaps: [{ reason: "policy" }],
  });
});
