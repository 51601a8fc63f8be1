import type { Host } from "../../host/port.ts";
import { listRequired } from "../../host/read-required.ts";
import type { Collected, Row } from "../../model/table.ts";

export function collectLinux(host: Host): Collected {
  const rows = listRequired(host, folder)
    .map((name) => detailsOf(host, name))
    .filter((row) => row !== undefined);
  return { rows, gaps: [] };
}

const folder = "/sys/class/net";

function detailsOf(host: Host, name: string): Row | undefined {
  const text = (file: string) => readAttribute(host, `${folder}/${name}/${file}`);
  const number = (file: string) => numberOf(text(file));
  const flags = number("flags");
  if (flags === null) return undefined; // removed since it was listed, or the file "bonding_masters"
  const operstate = text("operstate") ?? null;
  return {
    interface: name,
    mac: text("address") ?? null,
    type: number("type"),
    mtu: number("mtu"),
    flags: withRunning(flags, operstate),
    ipackets: number("statistics/rx_packets"),
    opackets: number("statistics/tx_packets"),
    ibytes: number("statistics/rx_bytes"),
    obytes: number("statistics/tx_bytes"),
    ierrors: number("statistics/rx_errors"),
    oerrors: number("statistics/tx_errors"),
    idrops: number("statistics/rx_dropped"),
    odrops: number("statistics/tx_dropped"),
    collisions: number("statistics/collisions"),
    link_speed: speedOf(number("speed")),
    pci_slot: pciSlot(host, name),
    operstate,
  };
}

/** The address on the bus, such as 0000:00:03.0; "" for a virtual interface. */
function pciSlot(host: Host, name: string): string {
  try {
    return host.readlink(`${folder}/${name}/device`).split("/").at(-1) ?? "";
  } catch {
    return "";
  }
}

/** Reading an attribute that a driver doesn't have fails with EINVAL (the speed of a bridge). */
function readAttribute(host: Host, path: string): string | undefined {
  try {
    return host.read(path).trim();
  } catch {
    return undefined;
  }
}

function numberOf(text: string | undefined): number | null {
  const value = Number(text || undefined);
  return Number.isNaN(value) ? null : value;
}

const up = 0x1;

const running = 0x40;

/**
 * The kernel computes RUNNING on request over a socket, so /sys doesn't have it (dev_get_flags).
 */
function withRunning(flags: number, operstate: string | null): number {
  const isRunning = (flags & up) !== 0 && (operstate === "up" || operstate === "unknown");
  return isRunning ? flags | running : flags;
}

/** Mbit/s; -1 stands for unknown. */
const speedOf = (speed: number | null) => (speed !== null && speed > 0 ? speed : null);
