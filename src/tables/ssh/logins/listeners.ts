import { gapOf } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import { once } from "../../host/once.ts";
import type { Host } from "../../host/port.ts";
import { readIfPresent } from "../../host/read-required.ts";
import { parseLocalAddresses } from "../../network/interface-addresses/linux.ts";
import { parseNetworkAddress } from "../../parsers/net-address.ts";
import { parseInetSockets } from "../../parsers/proc/net-sockets.ts";
import { listPids } from "../../processes/proc/pids.ts";
import { type SocketSurvey, surveySockets } from "../../processes/proc/sockets.ts";

const maxBytes = 64 << 20;

/** A port's listening sockets. */
export interface Listener {
  /** Where it can be reached on this host: "10.0.0.5", "::1". */
  addresses: string[];
  /** The program behind it, if it can't be an sshd. */
  otherProgram: string | undefined;
}

/** TCP listeners by port; undefined and a gap where they can't be read. */
export function tcpListeners(read: GapReader): Map<number, Listener> | undefined {
  try {
    const bound = boundSockets(read.host);
    const own = localAddresses(read);
    const ports = new Map<number, Listener>();
    for (const port of new Set(bound.map(({ localPort }) => localPort)))
      ports.set(
        port,
        listenerOf(read.host, { own, sockets: bound.filter((each) => each.localPort === port) }),
      );
    return ports;
  } catch (error) {
    read.forColumns(["allowed", "reason", "exposed"]).report(gapOf(error, "/proc/net/tcp"));
    return undefined;
  }
}

interface BoundSocket {
  localAddress: string;
  localPort: number;
  inode: number;
}

function boundSockets(host: Host): BoundSocket[] {
  const tcp = host.read("/proc/net/tcp", maxBytes);
  // Absent when the kernel has no IPv6.
  const tcp6 = readIfPresent(host, "/proc/net/tcp6", maxBytes);
  return [
    ...parseInetSockets(tcp, { family: 2, protocol: 6 }),
    ...parseInetSockets(tcp6, { family: 10, protocol: 6 }),
  ].filter(({ listening }) => listening);
}

function listenerOf(
  host: Host,
  { sockets, own }: { sockets: BoundSocket[]; own: string[] },
): Listener {
  const named = sockets.map((socket) => ({ socket, names: holdersOf(host, socket.inode) }));
  const served = named.filter(({ names }) => names.length === 0 || names.some(startsSshd));
  const addresses = served.flatMap(({ socket }) => reachedAt(socket.localAddress, own));
  const otherProgram = served.length === 0 ? named[0]!.names[0] : undefined;
  return { addresses: [...new Set(addresses)], otherProgram };
}

/** sshd itself, or a program that holds the socket and starts it. */
const startsSshd = (name: string) =>
  /^(sshd(-session)?|systemd|init|x?inetd|tcpserver)$/.test(name);

/** A socket on every address reaches each of the host's own; "::" takes IPv4 as well. */
function reachedAt(address: string, own: string[]): string[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  if (plain === "::") return ["::", ...own];
  return plain === "0.0.0.0" ? [plain, ...own.filter((each) => !each.includes(":"))] : [plain];
}

/** This host's own addresses, those of the loopback interface included. */
function localAddresses(read: GapReader): string[] {
  const quiet = gapReader(read.host); // without them "0.0.0.0" remains
  const ipv6 = quiet.lines("/proc/net/if_inet6").flatMap((line) => {
    const address = parseNetworkAddress(line.slice(0, 32));
    return address ? [address] : [];
  });
  return [...parseLocalAddresses(quiet.text("/proc/net/fib_trie") ?? ""), ...ipv6];
}

/** Names of the visible processes that hold a socket. */
function holdersOf(host: Host, inode: number): string[] {
  const pids = once(host, socketHolders).get(inode) ?? [];
  return pids.flatMap(({ pid }) => {
    try {
      return host.read(`/proc/${pid}/comm`).trim();
    } catch {
      return []; // ended
    }
  });
}

function socketHolders(host: Host): SocketSurvey["holders"] {
  const quiet = gapReader(host); // sockets of processes that can't be seen count as sshd's
  return quiet.attempt("/proc", () => surveySockets(quiet, listPids(quiet)).holders) ?? new Map();
}
