import type { Hop, Path, PathOutcome } from "../../src/brain/pathfinder/model/types.ts";
import type { EdgeRule } from "../../src/brain/pathfinder/rules/edge-rule.ts";
import { nodeOf } from "../../src/brain/pathfinder/rules/nodes.ts";

export const seenAt = "2026-11-01T12:00:00.000Z";

/** An edge rule; tests set only the fields they need. */
export function edgeRule(over: Partial<EdgeRule> = {}): EdgeRule {
  return {
    id: "sudo_root",
    edge: "SudoRoot",
    title: "",
    description: "",
    from: "user",
    to: "user",
    cost: 1,
    attack: [],
    sentence: "{from} may run {command} as {to}.",
    remediation: "Take {command} away on {host}.",
    platforms: { linux: "SELECT * FROM sudoers" },
    ...over,
  };
}

/** A proven live hop from `alice` to root on one host. */
export function hop(over: Partial<Hop> = {}, hostname = "web-1"): Hop {
  const host = { agent_id: hostname, hostname };
  return {
    rule: edgeRule(),
    from: nodeOf("user", "alice", host),
    to: nodeOf("user", "root", host),
    state: "proven",
    why: null,
    agent_id: hostname,
    hostname,
    collectedAt: seenAt,
    source: "live",
    proof: { sql: "SELECT * FROM sudoers", columns: ["command"], row: ["ALL"] },
    ...over,
  };
}

export function pathOf(...hops: Hop[]): Path {
  return { from: hops[0]!.from, to: hops.at(-1)!.to, cost: hops.length, hops };
}

/** A search without results, from "alice" to "root on db-1". */
export function pathOutcome(over: Partial<PathOutcome> = {}): PathOutcome {
  const end = (text: string) => ({ end: { kind: "any" as const }, nodes: 1, text, missing: null });
  return {
    ends: { from: end("alice"), to: end("root on db-1") },
    paths: [],
    count: null,
    reached: null,
    fixes: null,
    fixesFor: "all",
    before: null,
    ranking: null,
    unknownNames: [],
    dropped: {},
    nearest: null,
    cutShort: null,
    ...over,
  };
}
