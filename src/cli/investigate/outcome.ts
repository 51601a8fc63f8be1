import type { Severity } from "../../contract/common.ts";
import { severities } from "../../contract/enums.ts";
import type { Freshness, Investigation, TriggerResponse } from "../../contract/investigation.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { hasCoverage } from "../../ui/plain/coverage.ts";
import { exitCodes } from "../errors/exit-codes.ts";

/** Exit code of a command that followed an investigation to its end. */
export function exitCodeOf(investigation: Investigation, failOn: Severity | undefined): number {
  if (investigation.status !== "completed") return exitCodes.failed;
  const limit = failOn === undefined ? Number.POSITIVE_INFINITY : severities.indexOf(failOn);
  const met = weaknessesOf(investigation).some(
    ({ severity }) => severities.indexOf(severity) >= limit,
  );
  return met ? exitCodes.failOnMet : exitCodes.done;
}

/** Findings of a host's health are no weaknesses, so a posture's don't count; nor do accepted ones. */
function weaknessesOf({ findings, chains, summary }: Investigation): { severity: Severity }[] {
  const health = new Set(summary?.posture?.health.finding_ids);
  const counted = findings.filter(
    ({ finding_id, accepted }) => !accepted && !health.has(finding_id),
  );
  return [...counted, ...chains];
}

/** The server's recommendation, from the investigation or else from the trigger response. */
export function rerunAdvice(
  { freshness, ...investigation }: Investigation,
  accepted: Pick<TriggerResponse, "freshness">,
): Freshness["recommendation"] | undefined {
  const { summary } = investigation;
  const untold = summary && !hasCoverage(summary.coverage);
  const advice = (freshness ?? (untold ? accepted.freshness : null))?.recommendation;
  const useful = untold || hasUnaskedHosts(investigation);
  return advice?.should_rerun_live && useful ? advice : undefined;
}

/**
 * Whether hosts were answered for by their snapshots, or not at all for lack of one. Mode auto has
 * asked the stale ones already.
 */
function hasUnaskedHosts({
  summary,
  mode,
  error,
}: Pick<Investigation, "summary" | "mode" | "error">): boolean {
  if (mode !== "cached") return false;
  return summary
    ? summary.coverage.live < summary.coverage.agents_targeted
    : error?.code === "no_agent_answered";
}

/** Why an investigation gave no answer, and what to ask instead. */
export function failureLines({ status, error, reading }: Investigation): string[] {
  if (status === "cancelled") return ["The investigation was cancelled."];
  const suggestions = reading?.suggestions ?? [];
  return [
    error?.message ?? "The investigation failed.",
    ...(suggestions.length > 0 ? ["Try:", ...suggestions.map((one) => `  ${one}`)] : []),
  ];
}

/** The first line of the answer; for an audit the verdict. */
export function headlineOf({ summary }: Investigation): string[] {
  const [first] = summary?.narrative.split(/\r?\n/) ?? [];
  return first ? [escapeControl(first)] : [];
}
