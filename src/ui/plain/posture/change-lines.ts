import type { Finding } from "../../../contract/summary.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import {
  type ChangeReport,
  changeCounts,
  type ResolvedFault,
} from "../../posture/change-report.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { narrower } from "../../text/section.ts";
import { type Paint, paint, type Style } from "../../text/style.ts";
import { truncateText } from "../../text/text-width.ts";
import { sectionLines } from "./section-lines.ts";

const shownChanges = 10;

interface Change {
  sign: "+" | "~" | "-";
  text: string;
}

const paints: Record<Change["sign"], Paint> = { "+": "red", "~": "yellow", "-": "green" };

/** What is new, changed and resolved since the last posture, in the style of a diff. */
export function changeLines(changes: ChangeReport | null, style: Style): string[] {
  if (changes === null) return [];
  const since = `Since the last run, ${relativeTime(changes.since, style.nowMs)}`;
  const items = listOf(changes);
  if (items.length === 0) return [`${since}: no change.`];
  const inner = narrower(style, 2);
  return sectionLines(`${since}: ${changeCounts(changes)}`, {
    ...{ items, most: shownChanges, style },
    lines: ({ sign, text }) => [
      paint(style, paints[sign], truncateText(`${sign} ${escapeControl(text)}`, inner.width)),
    ],
  });
}

function listOf({ added, changed, resolved }: ChangeReport): Change[] {
  return [
    ...added.map((finding) => ({ sign: "+" as const, text: findingText(finding) })),
    ...changed.map((finding) => ({ sign: "~" as const, text: findingText(finding) })),
    ...resolved.map((fault) => ({ sign: "-" as const, text: faultText(fault) })),
  ];
}

const findingText = ({ severity, hostname, title }: Finding) =>
  `${hostname}: ${title} (${severity})`;
const faultText = ({ hostname, title }: ResolvedFault) => `${hostname}: ${title}`;
