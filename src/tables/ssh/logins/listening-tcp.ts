import { gapOf } from "../../host/gap.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import { readIfPresent } from "../../host/read-required.ts";
import { parseInetSockets } from "../../parsers/proc/net-sockets.ts";

const maxBytes = 64 << 20;

/** TCP ports with a listener on this host; undefined and a gap where they can't be read. */
export function listeningTcpPorts(read: GapReader): Set<number> | undefined {
  try {
    const tcp = read.host.read("/proc/net/tcp", maxBytes);
    // Absent when the kernel has no IPv6.
    const tcp6 = readIfPresent(read.host, "/proc/net/tcp6", maxBytes);
    const sockets = [
      ...parseInetSockets(tcp, { family: 2, protocol: 6 }),
      ...parseInetSockets(tcp6, { family: 10, protocol: 6 }),
    ];
    return new Set(sockets.filter(({ listening }) => listening).map(({ localPort }) => localPort));
  } catch (error) {
    read.forColumns(["allowed", "reason"]).report(gapOf(error, "/proc/net/tcp"));
    return undefined;
  }
}
