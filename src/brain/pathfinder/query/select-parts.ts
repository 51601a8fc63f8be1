import { hostPattern } from "../../hosts/select-agents.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { GraphParts } from "../model/graph-parts.ts";
import { rowsOf } from "../model/stored-answer.ts";
import { nodeTypes } from "../rules/nodes.ts";
import { resolveResource } from "./resolve-resource.ts";

/**
 * The parts called "web-1", "alice", "group:docker", "key:SHA256:…" or "sudo"; null if nothing
 * matches.
 */
export function selectParts(estate: EstateGraph, text: string): GraphParts | null {
  const [, kind, rest] =
    /^(host|user|group|key|service|container|credential|authority|network|edge|rule):(.+)$/.exec(
      text,
    ) ?? [];
  const name = rest ?? text;
  const parts: GraphParts = { nodes: new Set(), edges: new Set(), rules: new Set() };
  if (kind === undefined || kind === "host") addHosts(parts, estate, name);
  if (kind === undefined || kind === "user") addUsers(parts, estate, name);
  if (kind === "group") addGroup(parts, estate, name);
  if (kind === undefined || kind === "edge" || kind === "rule") addRules(parts, estate, name);
  const type = nodeTypes.find((one) => one === kind);
  if (type !== undefined && isEmpty(parts))
    for (const node of resolveResource({ kind: type, name }, { estate, agentIds: null }).nodes)
      parts.nodes.add(node);
  // A bare name that matches nothing else may be a group.
  if (kind === undefined && isEmpty(parts)) addGroup(parts, estate, name);
  return isEmpty(parts) ? null : parts;
}

const isEmpty = ({ nodes, edges, rules }: GraphParts) => nodes.size + edges.size + rules.size === 0;

function addHosts({ nodes }: GraphParts, estate: EstateGraph, name: string): void {
  const matches = hostPattern(name);
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
      for (const node of record.accounts) if (estate.nodes.name(node) === user) nodes.add(node);
}

/** The rules that log in over a protocol, which their ids do not name. */
const protocols: Record<string, string[]> = { ssh: ["key_opens", "cert_opens", "password_login"] };

/**
 * "sudo" selects every edge with that word in its name, "SudoRoot" and "sudo_root" only the one.
 */
function addRules({ rules }: GraphParts, estate: EstateGraph, text: string): void {
  const wanted = text.toLowerCase();
  const over = protocols[wanted] ?? [];
  for (const [at, { id, edge }] of estate.rules.entries())
    if (
      over.includes(id) ||
      id === wanted ||
      edge.toLowerCase() === wanted ||
      id.split("_").includes(wanted)
    )
      rules.add(at);
}

/** Edges that exist because of a group: their row names it in a cell, or as sudoers does. */
function addGroup({ edges }: GraphParts, estate: EstateGraph, group: string): void {
  const { graph, rules } = estate;
  const names = new Set([group, `%${group}`, `group ${group}`]);
  for (const { slot, answers } of estate.hosts.values()) {
    const rows = new Map<string, Set<number>>();
    for (const [id, { columns, json }] of answers)
      if (json.includes(group)) rows.set(id, rowsThatName(names, { columns, json }));
    if (rows.size === 0) continue;
    for (let edge = graph.firstOf(slot); edge >= 0; edge = graph.nextOf(edge))
      if (rows.get(rules[graph.rule(edge)]!.id)?.has(graph.row(edge))) edges.add(edge);
  }
}

function rowsThatName(
  names: ReadonlySet<string>,
  answer: { columns: string[]; json: Buffer },
): Set<number> {
  const ends = new Set(["from", "to"]);
  const found = rowsOf(answer).flatMap((row, at) =>
    row.some(
      (cell, position) =>
        !ends.has(answer.columns[position]!) && namesAny(String(cell ?? ""), names),
    )
      ? [at]
      : [],
  );
  return new Set(found);
}

const namesAny = (cell: string, names: ReadonlySet<string>) =>
  names.has(cell) || cell.split(/[,\s]+/).some((part) => names.has(part));
