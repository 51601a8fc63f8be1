import fc from "fast-check";
import { expect, test } from "vitest";
import { etcHosts } from "../../../../../src/tables/network/etc-hosts/table.ts";
import { parseHosts } from "../../../../../src/tables/network/etc-hosts/unix.ts";
import { closePaths } from "../../../../helpers/closed-host.ts";
import { hostTree } from "../../../../helpers/host.ts";

test("names of an address, without comments and incomplete lines", async () => {
  expect(await etcHosts.collect(hostTree({ from: "proc-web" }))).toEqual({
    rows: [
      { address: "127.0.0.1", hostnames: "localhost" },
      { address: "10.0.0.8", hostnames: "db.example db" },
      { address: "::1", hostnames: "ip6-localhost" },
    ],
    gaps: [],
  });
});

test("a denied file is a gap, an absent one is empty", async () => {
  const host = hostTree({ from: "proc-web" });
  expect((await etcHosts.collect(closePaths(host, /hosts$/))).gaps).toMatchObject([
    { reason: "denied" },
  ]);
  expect(await etcHosts.collect(hostTree({}))).toEqual({ rows: [], gaps: [] });
});

test("the parser takes any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void parseHosts(text)));
});
