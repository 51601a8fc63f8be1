import type { Log } from "sarif";
import type { Investigation } from "../../../contract/investigation.ts";
import type { Posture } from "../../../contract/posture.ts";
import { hasCoverage } from "../../plain/coverage.ts";
import { chainRules } from "../../sarif/chains.ts";
import { findingRules } from "../../sarif/findings.ts";
import { fingerprint } from "../../sarif/fingerprints.ts";
import { invocation } from "../../sarif/invocation.ts";
import { message } from "../../sarif/message.ts";

/** The investigation as a SARIF 2.1.0 log, which CI systems and code scanning show. */
export function investigationSarif(investigation: Investigation): Log {
  const { findings, chains, summary, reading, query } = investigation;
  const isAccepted = findings.some(({ accepted }) => accepted);
  // All results of a run state their suppressions, or none (SARIF 2.1.0, 3.27.23).
  const unsuppressed = isAccepted ? { suppressions: [] } : {};
  const rules = [...findingRules(findings, summary?.posture), ...chainRules(chains)];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "inquest", rules: rules.map(({ rule }) => rule) } },
        automationDetails: { id: categoryOf(investigation), description: message(query) },
        invocations: [invocation(investigation)],
        results: rules.flatMap(({ results }, ruleIndex) =>
          results.map((result) => ({ ...unsuppressed, ...result, ruleIndex })),
        ),
        columnKind: "utf16CodeUnits",
        properties: {
          investigation_id: investigation.investigation_id,
          query,
          ...(reading && { read_as: reading.text }),
          ...(summary && {
            narrative: summary.narrative,
            ...(hasCoverage(summary.coverage) && { coverage: summary.coverage }),
            checks: summary.checks,
            ...(summary.posture && { posture: verdictOf(summary.posture) }),
          }),
        },
      },
    ],
  };
}

/** What the results don't say themselves. */
function verdictOf({ verdict, headline, checks, hosts, changes }: Posture) {
  return { verdict, headline, checks, hosts, changes };
}

/** Equal up to the last slash for the same question, so that its next run replaces this one. */
function categoryOf({ query, scope, investigation_id }: Investigation): string {
  return `inquest/${fingerprint(query, JSON.stringify(scope))}/${investigation_id}`;
}
