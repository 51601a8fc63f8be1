import { gapOf, isAbsent } from "../../host/gap.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { parseInetSockets } from "../../parsers/proc/net-sockets.ts";

const maxBytes = 64 << 20;

/** TCP ports with a listener on this host; undefined and a gap where they can't be read. */
export function listeningTcpPorts(read: GapReader): Set<number> | undefined {
  try {
    const tcp = read.host.read("/proc/net/tcp", maxBytes);
    const sockets = [
      ...parseInetSockets(tcp, { family: 2, protocol: 6 }),
      ...parseInetSockets(readTcp6(read.host), { family: 10, protocol: 6 }),
    ];
    return new Set(sockets.filter(({ listening }) => listening).map(({ localPort }) => localPort));
  } catch (error) {
    read.forColumns(["allowed", "reason"]).report(gapOf(error, "/proc/net/tcp"));
    return undefined;
  }
}

/** Absent when the kernel has no IPv6. */
function readTcp6(host: Host): string {
  try {
    return host.read("/proc/net/tcp6", maxBytes);
  } catch (error) {
    if (isAbsent(error)) return "";
    throw error;
  }
}
