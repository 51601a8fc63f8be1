import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { openHost } from "../../../../../src/tables/host/local.ts";
import { interfaceDetails } from "../../../../../src/tables/network/interface-details/table.ts";
import { closePaths } from "../../../../helpers/closed-host.ts";
import { hostTree } from "../../../../helpers/host.ts";

test("an interface has its address, flags, speed and counters", async () => {
  const { rows } = await interfaceDetails.collect(hostTree({ from: "proc-web" }));
  expect(rows.map((row) => row.interface)).toEqual(["eth0", "lo", "wlan0"]);
  expect(rows[0]).toEqual({
    interface: "eth0",
    mac: "02:fc:00:00:00:01",
    type: 1,
    mtu: 1500,
    flags: 0x1103 | 0x40, // up, broadcast, promiscuous, multicast; running
    ipackets: 10,
    opackets: 20,
    ibytes: 30,
    obytes: 40,
    ierrors: 50,
    oerrors: 60,
    idrops: 70,
    odrops: 80,
    collisions: 90,
    link_speed: 10_000,
    pci_slot: "",
    operstate: "up",
  });
});

test("an interface without carrier is not running, and an unknown speed is NULL", async () => {
  const { rows } = await interfaceDetails.collect(hostTree({ from: "proc-web" }));
  expect(rows[2]).toMatchObject({ interface: "wlan0", flags: 0x1003, link_speed: null });
  expect(rows[1]).toMatchObject({ interface: "lo", flags: 0x49, link_speed: null });
});

test("a refused folder makes the table unavailable", () => {
  const host = closePaths(hostTree({ from: "proc-web" }), /^\/sys\/class\/net$/);
  expect(() => interfaceDetails.collect(host)).toThrow(
    expect.objectContaining({ name: "TableUnavailable", reason: "denied" }),
  );
});

test.runIf(process.platform === "linux")("agrees with Node about hardware addresses", async () => {
  const { rows } = await interfaceDetails.collect(openHost());
  for (const [name, addresses = []] of Object.entries(networkInterfaces()))
    expect(rows).toContainEqual(
      expect.objectContaining({ interface: name, mac: addresses[0]!.mac }),
    );
});
