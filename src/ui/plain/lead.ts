import type { Investigation } from "../../contract/investigation.ts";
import type { Finding } from "../../contract/summary.ts";
import { severities } from "../../contract/words.ts";

/** What the narrative says that the findings and the gaps shown below it don't repeat. */
export function leadOf({ summary, findings }: Investigation): string {
  const lines = summary?.narrative.split(/\r?\n/) ?? [];
  const repeated = (line: string | undefined) =>
    line !== undefined && (isUnknown(line) || findings.some((finding) => tells(line, finding)));
  return lines
    .filter((line, at) => !repeated(line) && !(line === "Related:" && repeated(lines[at + 1])))
    .join("\n");
}

function tells(line: string, { hostname, title, remediation }: Finding): boolean {
  return line.startsWith(`- ${hostname}: ${title} (`) || line === `Fix first: ${remediation}`;
}

/** The coverage names the checks that could not be made. */
function isUnknown(line: string): boolean {
  return /^Unknown on \d+ hosts?: /.test(line);
}

/** The findings to look at first come first. */
export function gravestFirst<Row extends Finding>(findings: Row[]): Row[] {
  return [...findings].sort(
    (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity),
  );
}
