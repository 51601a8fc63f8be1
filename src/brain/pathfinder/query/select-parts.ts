import { hostPattern } from "../../hosts/select-agents.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { GraphParts } from "../model/graph-parts.ts";
import { rowsOf } from "../model/stored-answer.ts";
import { resolveResource } from "./resolve-resource.ts";

/** "web-1", "alice", "group:docker", "key:SHA256:…", "sudo"; null when there is nothing of that name. */
export function selectParts(estate: EstateGraph, text: string): GraphParts | null {
  const [, kind, rest] =
    /^(host|user|group|key|service|container|credential|authority|network|edge|rule):(.+)$/.exec(
      text,
    ) ?? [];
  const name = rest ?? text;
  const places: GraphParts = { nodes: new Set(), edges: new Set(), rules: new Set() };
  if (kind === undefined || kind === "host") addHosts(places, estate, name);
  if (kind === undefined || kind === "user") addUsers(places, estate, name);
  if (kind === "group") addGroup(places, estate, name);
  if (kind === undefined || kind === "edge" || kind === "rule") addRules(places, estate, name);
  if (kind !== undefined && places.nodes.size + places.edges.size + places.rules.size === 0)
    for (const node of resolveResource({ kind, name }, { estate, agentIds: null }).nodes)
      places.nodes.add(node);
  // A bare name that is nothing else may be a group's.
  if (kind === undefined && isEmpty(places)) addGroup(places, estate, name);
  return isEmpty(places) ? null : places;
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
  const isMeant = host === undefined ? () => true : hostPattern(host);
  for (const record of estate.hosts.values())
    if (isMeant(record))
      for (const node of record.accounts) if (estate.nodes.name(node) === user) nodes.add(node);
}

/** "sudo" is every edge with that word in its name, "SudoRoot" and "sudo_root" the one. */
function addRules({ rules }: GraphParts, estate: EstateGraph, text: string): void {
  const wanted = text.toLowerCase();
  for (const [at, { id, edge }] of estate.rules.entries())
    if (id === wanted || edge.toLowerCase() === wanted || id.split("_").includes(wanted))
      rules.add(at);
}

/** Edges that a row gives because of a group: it says so in a cell of its own, or as sudoers do. */
function addGroup({ edges }: GraphParts, estate: EstateGraph, group: string): void {
  const { graph, rules } = estate;
  const words = new Set([group, `%${group}`, `group ${group}`]);
  for (const { slot, answers } of estate.hosts.values()) {
    const rows = new Map<string, Set<number>>();
    for (const [id, { columns, json }] of answers)
      if (json.includes(group)) rows.set(id, rowsNaming(words, { columns, json }));
    if (rows.size === 0) continue;
    for (let edge = graph.firstOf(slot); edge >= 0; edge = graph.nextOf(edge))
      if (rows.get(rules[graph.rule(edge)]!.id)?.has(graph.row(edge))) edges.add(edge);
  }
}

function rowsNaming(
  words: ReadonlySet<string>,
  answer: { columns: string[]; json: Buffer },
): Set<number> {
  const ends = new Set(["from", "to"]);
  const found = rowsOf(answer).flatMap((row, at) =>
    row.some(
      (cell, place) => !ends.has(answer.columns[place]!) && namesOne(String(cell ?? ""), words),
    )
      ? [at]
      : [],
  );
  return new Set(found);
}

const namesOne = (cell: string, words: ReadonlySet<string>) =>
  words.has(cell) || cell.split(/[,\s]+/).some((part) => words.has(part));
