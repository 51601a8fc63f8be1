import type { Acceptance } from "../../contract/acceptances/acceptance.ts";
import type { Finding } from "../../contract/summary.ts";
import { count, paragraphs } from "../text/section.ts";
import { paint, type Style } from "../text/style.ts";
import { utcTimeText } from "../text/utc-time.ts";
import { tagsText } from "./tags-text.ts";

/** That a finding is accepted, or only some of its evidence, and why; null if it isn't. */
export function acceptedText({ accepted, partly_accepted, evidence }: Finding): string | null {
  if (accepted) return `Accepted${untilText(accepted)}: ${accepted.because}`;
  if (!partly_accepted) return null;
  const { rows, because } = partly_accepted;
  return `Counts: only ${rows} of ${count(evidence.row_count, "row")} of evidence ${rows === 1 ? "is" : "are"} accepted (${because})`;
}

/** The same for findings that are shown together, with their hosts if there are several. */
export function acceptedTexts(findings: Finding[]): string[] {
  return findings.flatMap((finding) => {
    const text = acceptedText(finding);
    if (text === null) return [];
    return findings.length > 1 ? `${finding.hostname}: ${text}` : text;
  });
}

/** The same as lines of a terminal. */
export function acceptedLines(findings: Finding[], style: Style): string[] {
  return acceptedTexts(findings)
    .flatMap((text) => paragraphs(text, style))
    .map((line) => paint(style, "yellow", line));
}

/** ` until 2027-01-31 00:00:00 UTC`; nothing without an end. */
export function untilText({ until }: Pick<Acceptance, "until">): string {
  return until === null ? "" : ` until ${utcTimeText(until)}`;
}

/** The hosts that an acceptance covers. */
export function hostsText({ hostname, agent_id, tags }: Acceptance): string {
  if (agent_id !== null) return hostname ?? agent_id;
  return tags === null ? "every host" : `hosts tagged ${tagsText(tags)}`;
}
