import type { AgentGap, CheckTally, Coverage, Summary } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { count, indent } from "../text/section.ts";
import { paint, type Style } from "../text/style.ts";

const shownGaps = 10;

/** A gap's reason as text. */
export function reasonText(reason: AgentGap["reason"]): string {
  return reason.replaceAll("_", " ");
}

/** A server with only the contract's fields reports no coverage. */
export function hasCoverage({ agents_targeted }: Coverage): boolean {
  return agents_targeted > 0;
}

export const noCoverageText = "The server does not report which hosts it queried.";

/** How many hosts were queried and answered, live or from snapshots. */
export function askedText(coverage: Coverage): string {
  if (!hasCoverage(coverage)) return noCoverageText;
  const { agents_targeted, agents_answered, live, cached } = coverage;
  const asked = `Asked ${count(agents_targeted, "host")}, ${agents_answered} answered`;
  return `${asked}: ${live} live, ${cached} from a snapshot.`;
}

/** How many hosts answered, which did not, and which checks are unknown. */
export function renderCoverage({ coverage, checks }: Summary, style: Style): string[] {
  if (!hasCoverage(coverage)) return [noCoverageText];
  const asked = `Asked ${count(coverage.agents_targeted, "host")}, ${coverage.agents_answered} answered`;
  const how = coverage.cached ? ` (${coverage.live} live, ${coverage.cached} from a snapshot)` : "";
  const silent = coverage.unanswered.map(gapText);
  const unchecked = checks.filter((check) => check.unknown > 0).map(uncheckedText);
  const gaps = [...silent, ...unchecked];
  const hidden = gaps.length - shownGaps;
  return [
    `${asked}${how}.`,
    ...indent(gaps.slice(0, shownGaps).map((gap) => paint(style, "yellow", gap))),
    ...(hidden > 0 ? [`  … ${count(hidden, "more gap")}`] : []),
  ];
}

function gapText({ agent_id, reason }: AgentGap): string {
  return `not seen: ${escapeControl(agent_id)} (${reasonText(reason)})`;
}

function uncheckedText(check: CheckTally): string {
  const reasons = [...new Set(check.unknown_reasons.map(({ reason }) => reasonText(reason)))];
  const why = reasons.length ? ` (${reasons.join(", ")})` : "";
  return `unknown: ${escapeControl(check.detection_id)} on ${count(check.unknown, "host")}${why}`;
}

/** Agents by reason: `denied: web-01, web-02; offline: db-01`. */
export function whyUnknown({ unknown_reasons, unknown }: CheckTally): string {
  const reasons = [...new Set(unknown_reasons.map(({ reason }) => reason))];
  const listed = reasons.map((reason) => {
    const agents = unknown_reasons.filter((gap) => gap.reason === reason);
    return `${reasonText(reason)}: ${agents.map(({ agent_id }) => agent_id).join(", ")}`;
  });
  const hidden = unknown - unknown_reasons.length;
  return [...listed, ...(hidden > 0 ? [`${hidden} more`] : [])].join("; ");
}
