import type { FirewallRow } from "./connection-rule.ts";

/** A rate limit counts if it lets no more than this through. */
export interface SlowRate {
  mostInARow: number;
  mostPerSecond: number;
}

/** How a rule treats connections beyond its rate limit. */
type Beyond = "matches" | "misses" | "unlimited";

export interface LimitedRules {
  rows: FirewallRow[];
  /** Whether any rule has such a limit. */
  hasLimits: boolean;
}

/**
 * The rules as someone meets them who has exceeded every rate limit: the limits are taken out of the
 * rules that match then, and rules that match within a limit alone are left out. An address that a
 * limit puts into a set is in it.
 */
export function rulesAtLimit(rows: FirewallRow[], slow: SlowRate): LimitedRules {
  const limited = rows.map((cell) => ({ cell, beyond: beyondLimit(cell("rule"), slow) }));
  const filled = new Set(
    limited
      .flatMap(({ cell, beyond }) =>
        beyond === "matches" ? [...cell("rule").matchAll(/\b(?:add|update) (@\S+) \{/g)] : [],
      )
      .map(([, name]) => name!),
  );
  const hasLimits = limited.some(({ beyond }) => beyond !== "unlimited");
  const kept = limited.flatMap(({ cell, beyond }) => {
    if (beyond === "misses") return cell("hook") === "" ? [] : [policyOf(cell)];
    return [withoutLimits(cell, filled, beyond === "matches")];
  });
  return { rows: kept, hasLimits };
}

/** The row of a base chain, whose rule no longer counts. */
const policyOf =
  (cell: FirewallRow): FirewallRow =>
  (column) =>
    ["backend", "family", "table_name", "chain", "hook", "policy"].includes(column)
      ? cell(column)
      : "";

const units: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const rate = String.raw`(\d+)\/(s|m|h|d|w)\w*`;

const nftOver = new RegExp(`\\blimit rate over ${rate}(?: burst (\\d+) packets)?`);
const nftWithin = new RegExp(`\\blimit rate ${rate}(?: burst (\\d+) packets)?`);
const savedOver = new RegExp(`--hashlimit-above ${rate}(?:.*?--hashlimit-burst (\\d+))?`);
const savedWithin = new RegExp(
  `--(?:hashlimit-upto|limit) ${rate}(?:.*?--(?:hashlimit|limit)-burst (\\d+))?`,
);
const recent = /--(?:update|rcheck) --seconds (\d+)(?: --\w+)*? --hitcount (\d+)/;

function beyondLimit(rule: string, slow: SlowRate): Beyond {
  const isSlow = (count: number, seconds: number, burst: number) =>
    count <= seconds * slow.mostPerSecond && burst <= slow.mostInARow;
  const isMet = (pattern: RegExp) => {
    const [found, count, unit, burst] = pattern.exec(rule) ?? [];
    return found !== undefined && isSlow(Number(count), units[unit!]!, Number(burst ?? 5));
  };
  if (isMet(nftOver) || isMet(savedOver)) return "matches";
  if (isMet(nftWithin) || isMet(savedWithin)) return "misses";
  const [found, seconds, hits] = recent.exec(rule) ?? [];
  if (found === undefined || !isSlow(Number(hits), Number(seconds), Number(hits)))
    return "unlimited";
  return rule.includes(`! ${found}`) ? "misses" : "matches";
}

/** Noting an address is no condition of iptables' module `recent`. */
const parts = [
  / (?:add|update) @\S+ \{[^}]*\}/g,
  / meter \S+ (?:size \d+ )?\{[^}]*\}/g,
  new RegExp(` limit rate over ${rate}(?: burst \\d+ packets)?`, "g"),
  / -m hashlimit(?: --hashlimit-[\w-]+(?: [^-]\S*)?)+/g,
  / -m recent (?:--(?:update|rcheck|reap|rttl|rsource|rdest)|--(?:seconds|hitcount|name|mask) \S+| )+/g,
];
const noted = / -m recent --set(?: --(?:name|mask) \S+| --rsource| --rdest)*/g;

function withoutLimits(cell: FirewallRow, filled: Set<string>, isBeyond: boolean): FirewallRow {
  const isFilled = filled.has(cell("src_ip"));
  return (column) => {
    if (column === "src_ip" && isFilled) return "";
    if (column !== "rule") return cell(column);
    let text = ` ${cell("rule")} `.replace(noted, "");
    if (isBeyond) for (const part of parts) text = text.replace(part, " ");
    if (isFilled) text = text.replace(/ ip6? saddr @\S+/, "");
    return text.trim().replace(/ {2,}/g, " ");
  };
}
