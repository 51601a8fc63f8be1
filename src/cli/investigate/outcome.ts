import type { Severity } from "../../contract/common.ts";
import type { Investigation } from "../../contract/investigation.ts";
import { severities } from "../../contract/words.ts";
import { exitCodes } from "../../core/exit-codes.ts";

/** Exit code of a command that followed an investigation to its end. */
export function exitCodeOf(investigation: Investigation, failOn: Severity | undefined): number {
  if (investigation.status !== "completed") return exitCodes.failed;
  const limit = failOn === undefined ? Number.POSITIVE_INFINITY : severities.indexOf(failOn);
  const found = [...investigation.findings, ...investigation.chains];
  const met = found.some(({ severity }) => severities.indexOf(severity) >= limit);
  return met ? exitCodes.failOnMet : exitCodes.done;
}

/**
 * Whether hosts were answered for by their snapshots, or not at all for lack of one. In mode auto
 * the stale ones have been asked already: then there is nothing to ask again.
 */
export function leftHostsUnasked({ summary, mode, error }: Investigation): boolean {
  if (summary) return summary.coverage.live < summary.coverage.agents_targeted;
  return mode === "cached" && error?.code === "no_agent_answered";
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
