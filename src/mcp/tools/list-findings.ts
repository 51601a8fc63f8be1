import { Type } from "typebox";
import type { Client } from "../../client/types.ts";
import { acceptedLast } from "../../contract/acceptances/accepted-last.ts";
import { bySeverity } from "../../contract/by-severity.ts";
import type { Severity } from "../../contract/common.ts";
import { severities } from "../../contract/enums.ts";
import type { Investigation } from "../../contract/investigation.ts";
import type { Finding } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { renderFinding } from "../../ui/plain/finding.ts";
import { blocks, count } from "../../ui/text/section.ts";
import type { Style } from "../../ui/views/view.ts";
import { defaultLimit, investigationId, listLimit, strict, word } from "../definition/inputs.ts";
import { defineTool, readOnly } from "../definition/tool.ts";
import { cutFinding } from "../output/cut-investigation.ts";
import { plainStyle } from "../output/plain-style.ts";
import { firstPage } from "./first-page.ts";

/** Finished investigations to search when none is given. */
const maxInvestigations = 20;

export const listFindings = defineTool({
  name: "list_findings",
  title: "List findings",
  description: `Lists findings with evidence and remediation, most severe first and accepted ones last: those of one investigation, or of the last ${maxInvestigations} completed ones.`,
  input: Type.Object(
    {
      investigation_id: Type.Optional(investigationId),
      min_severity: Type.Optional(word(severities, "Only findings of at least this severity.")),
      limit: Type.Optional(listLimit),
    },
    strict,
  ),
  annotations: readOnly,
  needsWrite: false,
  async run({ investigation_id, min_severity, limit = defaultLimit }, context) {
    const { client, signal, nowMs } = context;
    const ids =
      investigation_id === undefined
        ? await latestWithFindings(client, signal)
        : [investigation_id];
    const investigations: Investigation[] = [];
    for (const id of ids) investigations.push(await client.get(id, { signal }));
    const found = acceptedLast(bySeverity(severeOnes(investigations, min_severity)));
    const findings = found.slice(0, limit).map(cutFinding);
    const rendered = findings.map((finding) => findingLines(finding, plainStyle(nowMs)));
    const looked = `${count(ids.length, "investigation")} with findings`;
    const head = `${findings.length} of ${count(found.length, "finding")} from ${looked}.`;
    return {
      text: blocks([found.length > 0 ? head : "No findings."], ...rendered).join("\n"),
      data: { findings, total: found.length, investigations: ids },
    };
  },
});

type FoundIn = Finding & Pick<Investigation, "investigation_id">;

function findingLines(finding: FoundIn, style: Style): string[] {
  return [...renderFinding(finding, style), `  in ${escapeControl(finding.investigation_id)}`];
}

/** A row without a count of findings may have some. */
async function latestWithFindings(client: Client, signal: AbortSignal): Promise<string[]> {
  const query = { status: "completed", limit: maxInvestigations } as const;
  const { investigations } = await firstPage(client.list(query, { signal }));
  return investigations
    .slice(0, maxInvestigations)
    .filter(({ progress }) => progress?.findings !== 0)
    .map((row) => row.investigation_id);
}

function severeOnes(investigations: Investigation[], least: Severity = "info"): FoundIn[] {
  const rank = severities.indexOf(least);
  return investigations
    .flatMap(({ investigation_id, findings }) =>
      findings.map((finding) => ({ ...finding, investigation_id })),
    )
    .filter(({ severity }) => severities.indexOf(severity) >= rank);
}
