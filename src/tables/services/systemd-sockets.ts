import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { lastOf, type UnitSettings } from "../parsers/systemd-unit-file.ts";
import { unitsOfType } from "./systemd/units-of-type.ts";
import type { DiskUnit } from "./systemd/units-on-disk.ts";

const kinds = ["ListenStream", "ListenDatagram", "ListenSequentialPacket", "ListenFIFO"];

/** Settings that keep some clients out, beyond the mode of a socket's file. */
const limits = ["IPAddressDeny", "IPAddressAllow", "BindToDevice", "NetworkNamespacePath"];

const isOn = (value: string) => /^(?:yes|true|on|1|y|t)$/i.test(value);

/**
 * One row per address of a systemd socket. `unit` is what a connection starts: with `accept`, a new
 * instance of a template each time. `sub_state` is "listening" while a connection starts the unit,
 * "running" while the unit that it has started serves the socket itself.
 */
export const systemdSockets: CollectedTable = {
  name: "systemd_sockets",
  description:
    "systemd sockets: their addresses, who may connect, and the unit that a connection starts.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    unit: "TEXT",
    kind: "TEXT",
    address: "TEXT",
    accept: "INTEGER",
    /** Of a socket's file. */
    mode: "TEXT",
    username: "TEXT",
    groupname: "TEXT",
    /** 1: other settings keep some clients out. */
    limited: "INTEGER",
    enabled: "INTEGER",
    active_state: "TEXT",
    sub_state: "TEXT",
    fragment_path: "TEXT",
  },
  async collect(host) {
    const read = gapReader(host);
    const sockets = (await unitsOfType(read, ".socket")).filter(({ disk }) => !disk.masked);
    const rows = sockets.flatMap(({ disk, state }) =>
      describeSocket(disk).map((row) => ({ ...row, ...state })),
    );
    return { rows, gaps: read.gaps };
  },
};

function describeSocket({ name, settings, unitFileState, fragmentPath }: DiskUnit): Row[] {
  const accept = isOn(lastOf(settings, "Socket.Accept"));
  const service = lastOf(settings, "Socket.Service");
  const common = {
    name,
    unit: accept
      ? name.replace(/\.socket$/, "@.service")
      : service || name.replace(/\.socket$/, ".service"),
    accept: Number(accept),
    mode: lastOf(settings, "Socket.SocketMode") || "0666",
    username: lastOf(settings, "Socket.SocketUser") || "root",
    groupname: lastOf(settings, "Socket.SocketGroup") || "root",
    limited: Number(limits.some((key) => lastOf(settings, `Socket.${key}`) !== "")),
    enabled: /^enabled/.test(unitFileState) ? 1 : 0,
    fragment_path: fragmentPath,
  };
  return addressesOf(settings).map((one) => ({ ...common, ...one }));
}

const addressesOf = (settings: UnitSettings) =>
  kinds.flatMap((kind) =>
    (settings.get(`Socket.${kind}`) ?? [])
      .filter((address) => address !== "")
      .map((address) => ({ kind: kind.replace("Listen", "").toLowerCase(), address })),
  );
