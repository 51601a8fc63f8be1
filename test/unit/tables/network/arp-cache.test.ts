import fc from "fast-check";
import { expect, test } from "vitest";
import { arpCache, parseArp } from "../../../../src/tables/network/arp-cache.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { hostTree } from "../../../helpers/host.ts";

test("neighbours; a static one is permanent", async () => {
  const { rows } = await arpCache.collect(hostTree({ from: "proc-web" }));
  expect(rows).toEqual([
    { address: "10.0.0.1", mac: "02:fc:00:00:00:05", interface: "eth0", permanent: "0" },
    { address: "10.0.0.7", mac: "02:fc:00:00:00:07", interface: "eth0", permanent: "1" },
    { address: "10.0.0.9", mac: "00:00:00:00:00:00", interface: "eth0", permanent: "0" },
  ]);
});

test("a refused file makes the table unavailable", () => {
  expect(() => arpCache.collect(closePaths(hostTree({ from: "proc-web" }), /arp$/))).toThrow(
    expect.objectContaining({ reason: "denied" }),
  );
});

test("the parser takes any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void parseArp(text)));
});
