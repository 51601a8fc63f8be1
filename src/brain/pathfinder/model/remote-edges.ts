import { ipKey, parseIp } from "../../../core/ip.ts";
import { shortName } from "./host-index.ts";
import type { HostNetwork } from "./host-network.ts";
import type { RemoteEdge } from "./host-record.ts";

/**
 * Edges to other hosts, by the name they use, so that they can be connected when that host is
 * ingested.
 */
export interface RemoteEdges {
  add(remote: RemoteEdge): void;
  remove(remote: RemoteEdge): void;
  /** The edges whose target may be this host. */
  waitingFor(host: {
    agent_id: string;
    network: Pick<HostNetwork, "names" | "addresses">;
  }): RemoteEdge[];
}

export function createRemoteEdges(): RemoteEdges {
  const byKey = new Map<string, Set<RemoteEdge>>();
  return {
    add(remote) {
      const key = keyOf(remote.draft.toHost);
      const known = byKey.get(key);
      if (known) known.add(remote);
      else byKey.set(key, new Set([remote]));
    },
    remove(remote) {
      const key = keyOf(remote.draft.toHost);
      const known = byKey.get(key);
      known?.delete(remote);
      if (known?.size === 0) byKey.delete(key);
    },
    waitingFor({ agent_id, network: { names, addresses } }) {
      const keys = [agent_id, ...names].map(shortName);
      const all = new Set([...keys, ...addresses.map(({ key }) => key)]);
      return [...all].flatMap((key) => [...(byKey.get(key) ?? [])]);
    },
  };
}

function keyOf(toHost: string): string {
  const ip = parseIp(toHost);
  return ip ? ipKey(ip) : shortName(toHost);
}
