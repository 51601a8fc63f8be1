import type { ChainNode } from "../../../contract/summary.ts";

/**
 * Types of nodes in the estate's graph. A relay is a login, named like its account, through which
 * connections can be forwarded from the host, and nothing else.
 */
export const nodeTypes = [
  "host",
  "user",
  "relay",
  "group",
  "key",
  "authority",
  "credential",
  "service",
  "container",
  "network",
  "internet",
] as const;
export type NodeType = (typeof nodeTypes)[number];

/** Types that exist on one host each and are named as on that host ("alice", "5432/tcp"). */
const onOneHost: ReadonlySet<NodeType> = new Set([
  "user",
  "relay",
  "group",
  "service",
  "container",
]);

export interface HostName {
  agent_id: string;
  hostname: string;
}

export const internet: ChainNode = { type: "internet", id: "internet", label: "the internet" };

/** The node that a row of `host` calls `name`; a key is the same node on every host. */
export function nodeOf(type: NodeType, name: string, host: HostName): ChainNode {
  if (type === "internet") return internet;
  if (type === "host") return hostNode(host);
  const place = onOneHost.has(type) ? `${host.agent_id}/` : "";
  return { type, id: `${type}:${place}${name}`, label: labelOf(type, name, host) };
}

export function hostNode({ agent_id, hostname }: HostName): ChainNode {
  return { type: "host", id: `host:${agent_id}`, label: hostname };
}

function labelOf(type: NodeType, name: string, { hostname }: HostName): string {
  if (type === "user") return `${name}@${hostname}`;
  if (onOneHost.has(type)) return `${type} ${name} on ${hostname}`;
  return `${type} ${name}`;
}
