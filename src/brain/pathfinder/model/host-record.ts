import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ConnectionFilter } from "../../../core/firewall/connection-filter.ts";
import { availableRows, type FactRow } from "./fact-rows.ts";
import type { EdgeDraft } from "./host-edges.ts";
import { type HostNetwork, hostNetworkOf } from "./host-network.ts";
import { type InternColumns, type StoredAnswer, storeAnswer } from "./stored-answer.ts";
import type { HostFacts } from "./types.ts";

/** One host of the estate, from its latest answer. */
export interface HostRecord extends Omit<HostFacts, "results" | "addresses"> {
  /** The host's number in the graph, and the owner of its edges. */
  slot: number;
  network: HostNetwork;
  /** By rule id. */
  answers: ReadonlyMap<string, StoredAnswer>;
  /** Names of the accounts used by a person or a service; null if unknown. */
  logins: string[] | null;
  /** Rows that gave no edge. */
  dropped: number;
  /** Equal for hosts with the same firewall rules for incoming connections. */
  firewallKey: string;
  /** The same for outgoing connections. */
  outgoingKey: string;
  /** Nodes of its accounts. */
  accounts: number[];
  /** Nodes of its logins that only forward connections. */
  relays: number[];
  /** Edges that other hosts can use over the network. */
  exposedEdges: number[];
  /** Edges from the network to its services. */
  serviceEdges: number[];
  /** Nodes it retains besides the ends of its edges. */
  heldNodes: number[];
  remote: RemoteEdge[];
}

/** An edge to another host, which may not be known yet. */
export interface RemoteEdge {
  owner: HostRecord;
  draft: EdgeDraft;
  /** -1 until its target host is known. */
  edge: number;
}

/** Facts that searches read. */
const keptFacts = [
  "addresses",
  "listeners",
  "inbound_filters",
  "outbound_filters",
  "flows",
  "members",
];
/** Facts that differ each time they are read; what lasts of them is compared by itself. */
const passing = new Set(["flows", "inbound_filters", "outbound_filters"]);
const maxAccounts = 10_000;

export function hostRecord(
  facts: HostFacts,
  { slot, ruleIds, share }: { slot: number; ruleIds: Iterable<string>; share: InternColumns },
): HostRecord {
  const { results, addresses: _, ...known } = facts;
  const answers = new Map<string, StoredAnswer>();
  for (const id of [...ruleIds, ...keptFacts]) {
    const result = results.get(id);
    if (result && !result.error) answers.set(id, storeAnswer(result, share));
  }
  const network = hostNetworkOf(facts);
  return {
    ...known,
    slot,
    network,
    answers,
    logins: loginsOf(facts),
    dropped: 0,
    firewallKey: filterKeyOf(network.firewall, answers.get("inbound_filters")),
    outgoingKey: filterKeyOf(network.outgoing, answers.get("outbound_filters")),
    accounts: [],
    relays: [],
    exposedEdges: [],
    serviceEdges: [],
    heldNodes: [],
    remote: [],
  };
}

/**
 * Whether an ingested host has the same edges as before: dates and passing connections may differ.
 */
export function hasSameEdges(before: HostRecord, after: HostRecord): boolean {
  return isDeepStrictEqual(edgeInputs(before), edgeInputs(after));
}

function edgeInputs(record: HostRecord) {
  const { hostname, os, logins, dropped, network, firewallKey, outgoingKey, answers } = record;
  const { addresses, names, listeners, publicFlows, connections } = network;
  const ports = [...publicFlows.keys()].sort((a, b) => a - b);
  const seen = connections.map((connection) => Object.values(connection).join(" ")).sort();
  const known = [listeners !== null, firewallKey, outgoingKey];
  const lasting = [...answers].filter(([id]) => !passing.has(id));
  return { hostname, os, logins, dropped, names, addresses, known, ports, seen, lasting };
}

function filterKeyOf(filter: ConnectionFilter | null, answer: StoredAnswer | undefined): string {
  if (!filter || !answer) return "unknown";
  // Packet counters and nft's handle numbers don't change the rule.
  const text = answer.json.toString("utf8").replace(/(?:packets|bytes) \d+|# handle \d+/g, "");
  return createHash("sha1").update(text).digest("base64");
}

function loginsOf({ results }: HostFacts): string[] | null {
  const result = results.get("logins");
  if (!result || result.error) return null;
  const usable = (cell: FactRow) => cell("usable") !== "0" && cell("username") !== "";
  return availableRows(result)
    .filter(usable)
    .slice(0, maxAccounts)
    .map((cell) => cell("username").slice(0, 255));
}

/** Whether the account may do anything on a host with this operating system. */
export function isRootName(name: string, os: string): boolean {
  if (os !== "windows") return name === "root";
  return /^(?:nt authority\\)?system$|^(?:.*\\)?administrator$/i.test(name);
}
