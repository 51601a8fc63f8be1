import { hostPattern } from "../../hosts/select-agents.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { GraphParts } from "../model/graph-parts.ts";
import type { HostRecord } from "../model/host-record.ts";
import { nodeTypes } from "../rules/nodes.ts";
import { edgesWithRow } from "./edges-with-row.ts";
import { resolveResource } from "./resolve-resource.ts";

/**
 * The parts called "web-1", "bastion", "alice", "group:docker", "key:SHA256:…" or "sudo"; null if
 * nothing matches.
 */
export function selectParts(estate: EstateGraph, text: string): GraphParts | null {
  const [, kind, rest] =
    /^(host|user|group|key|service|container|credential|authority|network|edge|rule):(.+)$/.exec(
      text,
    ) ?? [];
  const name = rest ?? text;
  const parts: GraphParts = { nodes: new Set(), edges: new Set(), rules: new Set() };
  if (aPassword.test(name)) addPasswords(parts, estate);
  const isHost = kind === undefined || kind === "host";
  if (isHost) addHosts(parts, estate, hostPattern(name));
  if (kind === undefined || kind === "user") addUsers(parts, estate, name);
  if (kind === "group") addGroup(parts, estate, name);
  if (kind === undefined || kind === "edge" || kind === "rule") addRules(parts, estate, name);
  const type = nodeTypes.find((one) => one === kind);
  if (type !== undefined && isEmpty(parts))
    for (const node of resolveResource({ kind: type, name }, { estate, agentIds: null }).nodes)
      parts.nodes.add(node);
  // "the bastion" is every host with such a tag.
  if (isHost && isEmpty(parts))
    addHosts(parts, estate, ({ tags }) => Object.values(tags).includes(name));
  // A bare name that matches nothing else may be a group.
  if (kind === undefined && isEmpty(parts)) addGroup(parts, estate, name);
  return isEmpty(parts) ? null : parts;
}

const isEmpty = ({ nodes, edges, rules }: GraphParts) => nodes.size + edges.size + rules.size === 0;

function addHosts(
  { nodes }: GraphParts,
  estate: EstateGraph,
  matches: (host: HostRecord) => boolean,
): void {
  const slots = new Set([...estate.hosts.values()].filter(matches).map(({ slot }) => slot));
  if (slots.size === 0) return;
  for (let node = 0; node < estate.nodes.size; node++)
    if (estate.nodes.isInUse(node) && slots.has(estate.nodes.host(node))) nodes.add(node);
}

function addUsers({ nodes }: GraphParts, estate: EstateGraph, text: string): void {
  const [, user = text, host] = /^(.+)@([^@]+)$/.exec(text) ?? [];
  const isOnHost = host === undefined ? () => true : hostPattern(host);
  for (const record of estate.hosts.values())
    if (isOnHost(record))
      for (const node of [...record.accounts, ...record.relays])
        if (estate.nodes.name(node) === user) nodes.add(node);
}

/**
 * "SudoRoot" and "sudo_root" select one rule, "sudo" every rule with that word in its id or among
 * its words.
 */
function addRules({ rules, edges }: GraphParts, estate: EstateGraph, text: string): void {
  const wanted = text.toLowerCase();
  for (const [at, { id, edge, words = [], words_in: column }] of estate.rules.entries()) {
    const isNamed = id === wanted || edge.toLowerCase() === wanted;
    const isCalled = words.includes(wanted);
    if (isNamed || id.split("_").includes(wanted) || (isCalled && column === undefined))
      rules.add(at);
    else if (isCalled && column !== undefined)
      for (const one of edgesAbout(estate, { rule: id, word: wanted, column })) edges.add(one);
  }
}

/** The edges of a rule whose row has the word in this column, as "/etc/crontab" has "cron". */
function edgesAbout(
  estate: EstateGraph,
  { rule, word, column }: { rule: string; word: string; column: string },
): number[] {
  return edgesWithRow(estate, estate.hosts.values(), {
    says: word,
    passes: (row) =>
      row.rule === rule &&
      row
        .text(column)
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .some((part) => part.startsWith(word)),
  });
}

const aPassword = /^passwords?$/i;

/** Every edge that takes somebody's password, however it is had and whatever it opens. */
function addPasswords({ rules, edges }: GraphParts, estate: EstateGraph): void {
  for (const [at, { id }] of estate.rules.entries()) if (id === "reads_hashes") rules.add(at);
  const asks = edgesWithRow(estate, estate.hosts.values(), {
    says: "password",
    passes: (row) => row.text("why").includes("password"),
  });
  for (const edge of asks) if (estate.graph.state(edge) === "conditional") edges.add(edge);
}

/** Edges that exist because of a group: their row names it in a cell, or as sudoers does. */
function addGroup({ edges }: GraphParts, estate: EstateGraph, group: string): void {
  const names = new Set([group, `%${group}`, `group ${group}`]);
  const found = edgesWithRow(estate, estate.hosts.values(), {
    says: group,
    passes: ({ columns, cells }) =>
      cells.some((cell, at) => !ends.has(columns[at]!) && namesAny(String(cell ?? ""), names)),
  });
  for (const edge of found) edges.add(edge);
}

const ends = new Set(["from", "to"]);
const namesAny = (cell: string, names: ReadonlySet<string>) =>
  names.has(cell) || cell.split(/[,\s]+/).some((part) => names.has(part));
