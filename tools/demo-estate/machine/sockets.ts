import type { Row } from "../../../src/tables/model/table.ts";
import { addRows, type Machine, write } from "./machine.ts";

export interface Listener {
  port: number;
  /** Default "0.0.0.0". */
  address?: string;
  protocol?: "tcp" | "udp";
  /** null if the kernel itself listens. */
  process: string | null;
  user: string | null;
  pid?: number;
}

const protocols = { tcp: 6, udp: 17 };

export function addListener(machine: Machine, listener: Listener): void {
  const { port, address = "0.0.0.0", protocol = "tcp", process, user, pid = 1 } = listener;
  const socket = socketOf(machine);
  const family = address.includes(":") ? 10 : 2;
  const shared = { pid, fd: 3, socket, family, protocol: protocols[protocol], path: "" };
  const held = { net_namespace: "4026531840", process_name: process, username: user };
  addRows(machine, "listening_ports", { ...shared, port, address, ...held });
  addRows(machine, "process_open_sockets", {
    ...shared,
    local_address: address,
    remote_address: address.includes(":") ? "::" : "0.0.0.0",
    local_port: port,
    remote_port: 0,
    state: protocol === "tcp" ? "LISTEN" : "CLOSE",
    ...held,
  });
}

/** A socket of the machine itself that a process of root's has open. */
export function addLocalSocket(
  machine: Machine,
  { path, process, pid }: { path: string; process: string; pid: number },
): void {
  addRows(machine, "process_open_sockets", {
    pid,
    fd: 3,
    socket: socketOf(machine),
    family: 1,
    protocol: 0,
    path,
    state: "",
    net_namespace: "4026531840",
    process_name: process,
    username: "root",
  });
}

export interface Flow {
  /** This machine's address of the connection; its first address by default. */
  from?: string;
  to: string;
  port: number;
  process: string;
  user: string;
  pid?: number;
  localPort?: number;
}

/** A connection that this machine has open to another; its ends. */
export function addFlow(
  machine: Machine,
  { from, to, port, process, user, pid, localPort }: Flow,
): { local_address: string } {
  const socket = socketOf(machine);
  const ends = {
    local_address: from ?? machine.addresses[0]!.split("/")[0]!,
    remote_address: to,
    local_port: localPort ?? 32_768 + ((socket * 131) % 28_000),
    remote_port: port,
  };
  addConnection(machine, {
    ...ends,
    process_name: process,
    username: user,
    ...(pid !== undefined && { pid }),
  });
  return ends;
}

function addConnection(machine: Pick<Machine, "rows">, ends: Row): void {
  const socket = socketOf(machine);
  addRows(machine, "process_open_sockets", {
    pid: 30_000 + (socket % 1000),
    fd: 3,
    socket,
    family: 2,
    protocol: 6,
    path: "",
    state: "ESTABLISHED",
    net_namespace: "4026531840",
    ...ends,
  });
}

/** A process of sshd that serves the connection of the same account of another machine. */
export interface Session {
  user: string;
  from: string;
  pid: number;
}

type Connected = Pick<Machine, "addresses" | "rows"> & Partial<Pick<Machine, "sessions">>;

/** Adds each connection to another demo machine on that machine as well. */
export function mirrorFlows(machines: Connected[]): void {
  const holders = new Map(
    machines.flatMap((machine) =>
      machine.addresses.map((address) => [address.split("/")[0]!, machine] as const),
    ),
  );
  const flows = machines.flatMap(({ rows }) =>
    (rows.process_open_sockets ?? []).filter(({ state }) => state === "ESTABLISHED"),
  );
  for (const flow of flows) {
    const there = holders.get(String(flow.remote_address));
    const listener = there?.rows.listening_ports?.find(({ port }) => port === flow.remote_port);
    if (!there || !listener) continue;
    const session = there.sessions?.find(
      ({ user, from }) => user === flow.username && from === flow.local_address,
    );
    addConnection(there, {
      local_address: flow.remote_address,
      remote_address: flow.local_address,
      local_port: flow.remote_port,
      remote_port: flow.local_port,
      process_name: listener.process_name,
      username: session?.user ?? listener.username,
      ...(session && { pid: session.pid }),
    });
  }
}

const socketOf = (machine: Pick<Machine, "rows">) =>
  18_000 + 7 * (machine.rows.process_open_sockets?.length ?? 0);

/** /proc/net/tcp, for collectors that read the kernel's listeners. */
export function writeSocketFiles(machine: Machine): void {
  const rows = (machine.rows.listening_ports ?? []).filter((row) => row.protocol === 6);
  const linesOf = (family: number) =>
    rows.filter((row) => row.family === family).map((row, index) => kernelLine(index, row));
  const heading =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid";
  write(machine, "/proc/net/tcp", { content: `${[heading, ...linesOf(2)].join("\n")}\n` });
  write(machine, "/proc/net/tcp6", { content: `${[heading, ...linesOf(10)].join("\n")}\n` });
}

function kernelLine(index: number, { address, port, socket }: Row): string {
  const isV6 = String(address).includes(":");
  const local = isV6 ? "0".repeat(32) : hexOf(String(address));
  const nobody = "0".repeat(local.length);
  const at = Number(port).toString(16).toUpperCase().padStart(4, "0");
  return `${index}: ${local}:${at} ${nobody}:0000 0A 00000000:00000000 00:00000000 00000000 0 0 ${socket}`;
}

/** An IPv4 address as a little-endian number. */
const hexOf = (address: string) =>
  address
    .split(".")
    .reverse()
    .map((part) => Number(part).toString(16).toUpperCase().padStart(2, "0"))
    .join("");
