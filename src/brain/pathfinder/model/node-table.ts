import type { ChainNode } from "../../../contract/summary.ts";
import type { Multigraph } from "../graph/multigraph.ts";
import { type HostName, internet, type NodeType, nodeOf, nodeTypes } from "../rules/nodes.ts";

/** What identifies a node; `host`: the slot of its host, or -1. */
export interface NodeName {
  type: NodeType;
  name: string;
  host: number;
}

/**
 * The nodes of the graph by identity, with reference counts; numbers of released nodes are used
 * again.
 */
export interface NodeTable {
  /** One more than the highest node number. */
  readonly size: number;
  /** The number of the node, created if necessary; each retain needs a release. */
  retain(node: NodeName): number;
  release(node: number): void;
  /** The number of the node, or -1. */
  find(node: NodeName): number;
  isInUse(node: number): boolean;
  type(node: number): NodeType;
  name(node: number): string;
  host(node: number): number;
  /** The node as chains name it, given its host's names. */
  describe(node: number, hostName: HostName): ChainNode;
}

export function createNodeTable(graph: Multigraph): NodeTable {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const types: NodeType[] = [];
  const hosts: number[] = [];
  const holds: number[] = [];
  const free: number[] = [];

  const keyOf = ({ type, name, host }: NodeName) =>
    `${nodeTypes.indexOf(type)} ${host} ${type === "internet" ? internet.id : name}`;

  function make(key: string, { type, name, host }: NodeName): number {
    const node = free.pop() ?? graph.addNode();
    numbers.set(key, node);
    names[node] = name;
    types[node] = type;
    hosts[node] = host;
    holds[node] = 0;
    return node;
  }

  return {
    get size() {
      return names.length;
    },
    retain(described) {
      const key = keyOf(described);
      const node = numbers.get(key) ?? make(key, described);
      holds[node]!++;
      return node;
    },
    release(node) {
      holds[node]!--;
      if (holds[node]! > 0) return;
      numbers.delete(keyOf({ type: types[node]!, name: names[node]!, host: hosts[node]! }));
      free.push(node);
    },
    find: (described) => numbers.get(keyOf(described)) ?? -1,
    isInUse: (node) => holds[node]! > 0,
    type: (node) => types[node]!,
    name: (node) => names[node]!,
    host: (node) => hosts[node]!,
    describe: (node, hostName) => nodeOf(types[node]!, names[node]!, hostName),
  };
}
