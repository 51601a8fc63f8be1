import type { PathEnd } from "../../../contract/reading.ts";
import { ownValue } from "../../../core/own-value.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { HostRecord } from "../model/host-record.ts";
import { type NodeType, nodeTypes } from "../rules/nodes.ts";
import { edgesWithRow } from "./edges-with-row.ts";
import { type EndOf, selectHosts } from "./select-hosts.ts";

interface Resource {
  nodes: number[];
  text: string;
  missing?: string | null;
}

interface Scope {
  estate: EstateGraph;
  agentIds: ReadonlySet<string> | null;
}

/** An end that isn't an account; one to take out may be of any node type. */
type ResourceEnd = EndOf<PathEnd["kind"] | NodeType>;

/** Ends that aren't accounts: keys, services, the internet and other node types. */
export function resolveResource(end: ResourceEnd, scope: Scope): Resource {
  const { estate } = scope;
  if (end.kind === "internet") return { nodes: [estate.internet], text: "the internet" };
  const type = nodeTypes.find((one) => one === end.kind);
  const owner = end.kind === "key" && end.name === undefined ? end.user : undefined;
  const own = end.name ?? owner;
  const name = owner ? ` of ${owner}` : own && ` ${own}`;
  const place = end.host && ` on ${end.host}`;
  const text = `${owner ? "the " : ""}${end.kind}${name ?? ""}${place ?? ""}`;
  // Some kinds are never nodes: what a file allows, for example, shows in its edges.
  if (!type)
    return { nodes: [], text, missing: `paths to or from a ${end.kind} are not supported` };
  const { hosts, missing } = selectHosts(estate, { ...end, tags: end.tags ?? {} }, scope.agentIds);
  const places = { estate, hosts };
  const found = type === "service" ? services(end, hosts, estate) : named(type, own, places);
  const isOfAccount = type === "key" && found.length === 0 && end.user !== undefined;
  const nodes = isOfAccount ? keysOf(end.user!, places) : found;
  const none = nodes.length === 0 ? `no ${text.replace(/^the /, "")} is known` : null;
  return { nodes, text, missing: missing ?? none };
}

/** Nodes by name; keys also by their comment or file. */
function named(
  type: NodeType,
  name: string | undefined,
  { estate, hosts }: { estate: EstateGraph; hosts: HostRecord[] },
): number[] {
  const { nodes, graph } = estate;
  const slots = new Set(hosts.map(({ slot }) => slot));
  const found: number[] = [];
  for (let node = 0; node < nodes.size; node++) {
    if (nodes.type(node) !== type || !nodes.isInUse(node)) continue;
    if (nodes.host(node) >= 0 && !slots.has(nodes.host(node))) continue;
    if (name === undefined || sameName(nodes.name(node), name)) found.push(node);
  }
  if (found.length > 0 || name === undefined || type !== "key") return found;
  const edges = hosts.flatMap((host) => edgesBeside(estate, host, name));
  const ends = edges.flatMap((edge) => [graph.from(edge), graph.to(edge)]);
  return [...new Set(ends.filter((node) => nodes.type(node) === "key"))];
}

/** The keys among an account's own files. */
function keysOf(
  user: string,
  { estate, hosts }: { estate: EstateGraph; hosts: HostRecord[] },
): number[] {
  const held = edgesWithRow(estate, hosts, {
    says: user,
    passes: (row) => row.rule === "holds_key" && row.text("owner") === user,
  });
  return [...new Set(held.map((edge) => estate.graph.to(edge)))];
}

const sameName = (own: string, asked: string) =>
  own === asked || own === `SHA256:${asked}` || own.replace(/^\d+ /, "") === asked;

const besideKeys = ["comment", "path", "key_file"];

/** Edges of keys whose row has this text as its comment or file. */
function edgesBeside(estate: EstateGraph, host: HostRecord, text: string): number[] {
  return edgesWithRow(estate, [host], {
    says: JSON.stringify(text).slice(1, -1),
    passes: (row) => besideKeys.some((column) => row.text(column) === text),
  });
}

/** Services by port or by the program that listens, with the accounts that run them. */
function services(end: ResourceEnd, hosts: HostRecord[], estate: EstateGraph): number[] {
  const { nodes, graph, rules } = estate;
  const wanted = (end.name ?? "").toLowerCase();
  const found: number[] = [];
  for (const { slot, network } of hosts)
    for (const [port, sockets] of network.listeners ?? []) {
      const matches =
        wanted === "" ||
        wanted === String(port) ||
        wanted === `${port}/tcp` ||
        portsOf(wanted).includes(port) ||
        sockets.some(({ process }) => process.toLowerCase().startsWith(wanted));
      const node = matches ? nodes.find({ type: "service", name: `${port}/tcp`, host: slot }) : -1;
      if (node < 0) continue;
      found.push(node);
      for (let edge = graph.firstOut(node); edge >= 0; edge = graph.nextOut(edge))
        if (rules[graph.rule(edge)]!.edge === "RunsAs") found.push(graph.to(edge));
    }
  return found;
}

/** Ports of services whose programs have other names. */
const wellKnown: Record<string, number[]> = {
  ssh: [22],
  postgresql: [5432],
  postgres: [5432],
  mysql: [3306],
  redis: [6379],
  docker: [2375, 2376],
  http: [80],
  https: [443],
};
const portsOf = (name: string) => ownValue(wellKnown, name) ?? [];
