import type { PathEnd, PathMode } from "../../../contract/reading.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { HostRecord } from "../model/host-record.ts";
import type { ResolvedEnd } from "../model/types.ts";
import { accountsNamed, membersOf, ordinaryAccountsOf, rootAccountsOf } from "./accounts.ts";
import { resolveResource } from "./resolve-resource.ts";
import { namesOf, type SelectedHosts, selectHosts } from "./select-hosts.ts";

/** The nodes that an end of a question stands for. */
export interface EndNodes {
  resolved: ResolvedEnd;
  nodes: number[];
  /** Nodes to try if the others give no path. */
  fallback: number[];
}

export interface EndTerms {
  estate: EstateGraph;
  side: "from" | "to";
  mode: PathMode;
  agentIds: ReadonlySet<string> | null;
}

interface Found {
  nodes: number[];
  fallback?: number[];
  text: string;
  missing?: string | null;
}

export function resolveEnd(end: PathEnd, terms: EndTerms): EndNodes {
  const { nodes, fallback = [], text, missing = null } = nodesOfEnd(end, terms);
  const all = [...new Set(nodes)];
  const none = all.length + fallback.length === 0 ? `nothing is known about ${text}` : null;
  return {
    resolved: { end, nodes: all.length, text, missing: missing ?? none },
    nodes: all,
    fallback: fallback.filter((node) => !all.includes(node)),
  };
}

function nodesOfEnd(end: PathEnd, terms: EndTerms): Found {
  switch (end.kind) {
    case "any":
      return anyEnd(end, terms);
    case "host":
      return hostEnd(end, terms);
    case "user":
      return userEnd(end, terms);
    case "group":
      return groupEnd(end, terms);
    case "key":
    case "service":
    case "container":
    case "credential":
    case "file":
    case "internet":
    case "network":
      return resolveResource(end, terms);
  }
}

/** As a start, the internet and every ordinary account; as a target, root on the critical hosts. */
function anyEnd(end: PathEnd, { estate, side, agentIds }: EndTerms): Found {
  const { hosts, missing } = selectHosts(estate, { ...end, kind: "host" }, agentIds);
  if (side === "from") {
    const accounts = hosts.flatMap((host) => ordinaryAccountsOf(estate, host));
    return { nodes: [estate.internet, ...accounts], text: "anywhere", missing };
  }
  const critical = hosts.filter(({ criticality }) => criticality === "critical");
  const targets = critical.length > 0 ? critical : hosts;
  const text =
    critical.length > 0
      ? `root on hosts of critical policies (${namesOf(critical)})`
      : "root on any host (no policy marks one as critical)";
  return { nodes: targets.flatMap((host) => rootAccountsOf(estate, host)), text, missing };
}

function hostEnd(end: PathEnd, terms: EndTerms): Found {
  const { estate, side, mode } = terms;
  const chosen = selectHosts(estate, end, terms.agentIds);
  const { hosts, text, missing } = chosen;
  const of = (pick: (estate: EstateGraph, host: HostRecord) => number[]) =>
    hosts.flatMap((host) => pick(estate, host));
  if (end.user !== undefined) return account(end.user, chosen, estate);
  if (end.priv === "root" || end.priv === "admin")
    return { nodes: of(rootAccountsOf), text: `root on ${text}`, missing };
  if (end.priv === "user")
    return { nodes: of(ordinaryAccountsOf), text: `an account on ${text}`, missing };
  // Whoever controls a host has all its accounts; whoever is merely on it need not be root.
  if (side === "to" || mode === "reach" || mode === "what_if")
    return { nodes: [...of(ordinaryAccountsOf), ...of(rootAccountsOf)], text, missing };
  return { nodes: of(ordinaryAccountsOf), fallback: of(rootAccountsOf), text, missing };
}

function userEnd(end: PathEnd, { estate, agentIds }: EndTerms): Found {
  const [name, at] = splitAccount(end.name ?? end.user);
  const chosen = selectHosts(estate, { ...end, host: end.host ?? at } as PathEnd, agentIds);
  if (name !== undefined) return account(name, chosen, estate);
  const nodes = chosen.hosts.flatMap((host) => host.accounts);
  return { nodes, text: `any account on ${chosen.text}`, missing: chosen.missing };
}

/** "alice@web-1" names account and host; in "CORP\\alice" the account includes its domain. */
function splitAccount(name: string | undefined): [string | undefined, string | undefined] {
  const [, user, host] = /^(.+)@([^@]+)$/.exec(name ?? "") ?? [];
  return user === undefined ? [name, undefined] : [user, host];
}

function account(
  name: string,
  { hosts, text, missing }: SelectedHosts,
  estate: EstateGraph,
): Found {
  const nodes = hosts.flatMap((host) => accountsNamed(estate, host, name));
  const none = nodes.length === 0 ? `no account called ${name} is known on ${text}` : null;
  return { nodes, text: `${name} on ${text}`, missing: missing ?? none };
}

function groupEnd(end: PathEnd, { estate, agentIds }: EndTerms): Found {
  const { hosts, text, missing } = selectHosts(estate, end, agentIds);
  const group = end.name ?? "";
  const nodes = hosts.flatMap((host) =>
    membersOf(host, group).flatMap((name) => accountsNamed(estate, host, name)),
  );
  const none = nodes.length === 0 ? `no member of a group ${group} is known on ${text}` : null;
  return { nodes, text: `members of ${group} on ${text}`, missing: missing ?? none };
}
