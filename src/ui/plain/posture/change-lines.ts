import type { Finding } from "../../../contract/summary.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import type { PostureReport } from "../../posture/posture-report.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { narrower } from "../../text/section.ts";
import { paint, type Style } from "../../text/style.ts";
import { truncateText } from "../../text/text-width.ts";
import { sectionLines } from "./section-lines.ts";

const shownChanges = 10;

/** What is new and what is resolved since the last posture, in the style of a diff. */
export function changeLines({ posture, added }: PostureReport, style: Style): string[] {
  const { changes } = posture;
  if (changes === null) return [];
  const since = `Since the last run, ${relativeTime(changes.since, style.nowMs)}`;
  const items = [...added.map(addedText), ...changes.resolved.map(resolvedText)];
  const total = changes.new.length + changes.resolved.length;
  if (total === 0) return [`${since}: no change.`];
  const inner = narrower(style, 2);
  return sectionLines(`${since}: ${changes.new.length} new, ${changes.resolved.length} resolved`, {
    ...{ items, most: shownChanges, total, style },
    lines: (text) => [
      paint(style, text.startsWith("+") ? "red" : "green", truncateText(text, inner.width)),
    ],
  });
}

const addedText = ({ severity, hostname, title }: Finding) =>
  escapeControl(`+ ${hostname}: ${title} (${severity})`);
const resolvedText = ({ hostname, title }: { hostname: string; title: string }) =>
  escapeControl(`- ${hostname}: ${title}`);
