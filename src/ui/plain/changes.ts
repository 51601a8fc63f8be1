import { bySeverity } from "../../contract/by-severity.ts";
import type { Changes, Finding } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { count } from "../text/section.ts";
import { paint, paintSeverity, type Style } from "../text/style.ts";
import { padText, truncateText } from "../text/text-width.ts";

/** `2 new, 1 resolved`, or that nothing changed. */
export function changesText({ new: added, resolved }: Changes): string {
  const parts = [
    ...(added.length > 0 ? [`${added.length} new`] : []),
    ...(resolved.length > 0 ? [`${resolved.length} resolved`] : []),
  ];
  return parts.join(", ") || "no change";
}

/** As `changesText`, for a column of a table: `+2 -1`. */
export function changesMark({ new: added, resolved }: Changes): string {
  const parts = [
    ...(added.length > 0 ? [`+${added.length}`] : []),
    ...(resolved.length > 0 ? [`-${resolved.length}`] : []),
  ];
  return parts.join(" ") || "none";
}

/** One line per new or resolved finding, most severe first, in the style of a diff. */
export function changeLines({ new: added, resolved }: Changes, style: Style): string[] {
  return [
    ...bySeverity(added).map((finding) => changeLine("+", finding, style)),
    ...bySeverity(resolved).map((finding) => changeLine("-", finding, style)),
  ];
}

function changeLine(sign: "+" | "-", finding: Finding, style: Style): string {
  const { severity, hostname, title, evidence } = finding;
  const rows = evidence.row_count > 1 ? ` (${count(evidence.row_count, "row")})` : "";
  const lead = `${sign} ${padText(severity, "critical".length)}  `;
  const text = escapeControl(`${hostname}  ${title}${rows}`);
  const colour = sign === "+" ? "red" : "green";
  return [
    paint(style, colour, sign),
    lead.slice(1).replace(severity, () => paintSeverity(style, severity)),
    truncateText(text, style.width - lead.length),
  ].join("");
}
