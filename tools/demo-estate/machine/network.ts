import type { Machine } from "./machine.ts";
import { addRows } from "./machine.ts";
import { stableNumber } from "./stable-number.ts";

/** The address of an `addresses` entry without its prefix length. */
export const bare = (address: string): string => address.split("/")[0]!;

/** Whoever has to be named by address knows it from here. */
export const gatewayOf = (address: string): string => bare(address).replace(/\d+$/, "1");

const interfaceName = (index: number) => `ens${18 + index}`;

/** Output of `ip -j addr show`. */
export function ipAddressOutput({ addresses }: Machine): string {
  const links = addresses.map((address, index) => ({
    ifname: interfaceName(index),
    addr_info: [ipv4(address)],
  }));
  const loopback = {
    ifname: "lo",
    addr_info: [{ family: "inet", local: "127.0.0.1", prefixlen: 8 }],
  };
  return JSON.stringify([loopback, ...links]);
}

function ipv4(address: string) {
  const [local, prefix] = address.split("/");
  const broadcast = local!.replace(/\d+$/, "255");
  return { family: "inet", local, prefixlen: Number(prefix), broadcast };
}

/** Network interfaces and routes, which are not in the file tree. */
export function addNetwork(machine: Machine): void {
  machine.addresses.forEach((_, index) => {
    addRows(machine, "interface_details", {
      interface: interfaceName(index),
      mac: macOf(`${machine.name} ${index}`),
      type: 1,
      mtu: 1500,
      flags: 4163,
      ierrors: 0,
      oerrors: 0,
      link_speed: 10_000,
      operstate: "up",
    });
  });
  addRows(machine, "routes", {
    destination: "0.0.0.0",
    netmask: 0,
    gateway: gatewayOf(machine.addresses[0]!),
    interface: interfaceName(0),
    metric: 100,
    type: "gateway",
  });
}

function macOf(name: string): string {
  const bytes = [1, 2, 3].map((at) =>
    stableNumber(`${name} ${at}`, 256).toString(16).padStart(2, "0"),
  );
  return `52:54:00:${bytes.join(":")}`;
}
