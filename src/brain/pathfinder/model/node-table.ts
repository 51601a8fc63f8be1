import type { ChainNode } from "../../../contract/summary.ts";
import type { Multigraph } from "../graph/multigraph.ts";
import { type HostName, internet, type NodeType, nodeOf, nodeTypes } from "../rules/nodes.ts";

/** What a node is; `host`: the slot of the host it is on, -1 when it is on none. */
export interface NodeName {
  type: NodeType;
  name: string;
  host: number;
}

/** The nodes of the graph by what they are; one that nobody holds any more makes room for another. */
export interface NodeTable {
  /** One more than the highest number. */
  readonly size: number;
  /** The node's number, made if need be; each hold has to be released. */
  retain(node: NodeName): number;
  release(node: number): void;
  /** The node's number, -1 when there is none. */
  find(node: NodeName): number;
  isInUse(node: number): boolean;
  type(node: number): NodeType;
  name(node: number): string;
  host(node: number): number;
  /** As it is told, given the names of its host. */
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
