import type { NetworkInterfaceInfo } from "node:os";
import { expect, test } from "vitest";
import { addressesOf } from "../../../../src/compose/agent/host-facts.ts";

const at = (address: string, internal = false) => ({ address, internal }) as NetworkInterfaceInfo;

test("a host reports each address at which others reach it, once", () => {
  const addresses = addressesOf({
    lo: [at("127.0.0.1", true), at("::1", true)],
    eth0: [at("10.0.0.5"), at("fd00::5"), at("fe80::5")],
    veth1: [at("FE80::6"), at("febf::7")],
    eth1: [at("10.0.0.5")],
    down: undefined,
  });
  expect(addresses).toEqual(["10.0.0.5", "fd00::5"]);
});

test("a host with a thousand addresses can still register", () => {
  const many = Array.from({ length: 1_000 }, (_, n) => at(`10.0.${n >> 8}.${n & 255}`));
  expect(addressesOf({ eth0: many })).toHaveLength(256);
});
