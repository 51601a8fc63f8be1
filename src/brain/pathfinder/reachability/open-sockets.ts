import { isLoopbackIp } from "../addresses/special-ranges.ts";
import type { HostNetwork, Listener } from "../model/host-network.ts";

/** The sockets of the port that the source could connect to; none either if they are unknown. */
export function openSockets(
  port: number,
  { from, to }: { from: HostNetwork | null; to: HostNetwork },
): Listener[] {
  const all = to.listeners?.get(port) ?? [];
  return from === to ? all : all.filter(({ ip }) => !isLoopbackIp(ip));
}
