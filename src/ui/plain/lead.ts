import type { Investigation } from "../../contract/investigation.ts";
import type { Chain, Finding } from "../../contract/summary.ts";

/** The narrative without lines that the findings, chains and gaps below repeat. */
export function withoutRepeats({ summary, findings, chains }: Investigation): string {
  const lines = summary?.narrative.split(/\r?\n/) ?? [];
  const repeated = (line: string | undefined) =>
    line !== undefined &&
    (isUnknown(line) ||
      findings.some((finding) => repeatsFinding(line, finding)) ||
      chains.some((chain) => repeatsChain(line, chain)));
  return lines
    .filter((line, at) => !repeated(line) && !(line === "Related:" && repeated(lines[at + 1])))
    .join("\n");
}

function repeatsFinding(line: string, { title, remediation }: Finding): boolean {
  return line.startsWith(`- ${title} on `) || line === `Fix first: ${remediation}`;
}

function repeatsChain(line: string, { narrative, weakest, fix }: Chain): boolean {
  return line === narrative || line === `Not confirmed: ${weakest}` || line === `Fix first: ${fix}`;
}

/** The coverage section lists these checks. */
function isUnknown(line: string): boolean {
  return /^Unknown on \d+ hosts?: /.test(line);
}
