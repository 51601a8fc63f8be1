import type { Severity } from "../../../contract/common.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import { indent, narrower, paragraphs } from "../../text/section.ts";
import { paint, paintSeverity, type Style } from "../../text/style.ts";
import { textWidth } from "../../text/text-width.ts";

interface Head {
  severity: Severity;
  title: string;
  facts: string;
  /** What comes before the severity. */
  lead?: string;
  /** How far lines that follow the first are indented. */
  margin: number;
}

/** Severity, title and facts in one line, or the facts below where they don't fit. */
export function headLines(head: Head, style: Style): string[] {
  const { severity, facts, lead = "", margin } = head;
  const title = escapeControl(head.title);
  const first = `${lead}${paintSeverity(style, severity)}  ${paint(style, "bold", title)}`;
  const width = textWidth(`${lead}${severity}  ${title}  ${escapeControl(facts)}`);
  if (facts === "") return [first];
  if (width <= style.width) return [`${first}  ${paint(style, "dim", escapeControl(facts))}`];
  const below = paragraphs(facts, narrower(style, margin));
  return [
    first,
    ...indent(
      below.map((line) => paint(style, "dim", line)),
      " ".repeat(margin),
    ),
  ];
}
