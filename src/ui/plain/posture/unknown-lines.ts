import type { UnknownCheck } from "../../../contract/posture.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import type { LiftedChecks } from "../../posture/posture-report.ts";
import { count, indent, narrower, paragraphs } from "../../text/section.ts";
import { paint, type Style } from "../../text/style.ts";
import { truncateText } from "../../text/text-width.ts";
import { reasonText } from "../coverage.ts";

const shownChecks = 5;

/** What would make checks possible, then those checks with what prevented each. */
export function unknownLines({ lift, checks }: LiftedChecks, style: Style): string[] {
  const inner = narrower(style, 2);
  const shown = style.full ? checks : checks.slice(0, shownChecks);
  const hidden = checks.length - shown.length;
  return [
    ...paragraphs(`${count(checks.length, "check")}: ${lift}`, style),
    ...indent(shown.map((check) => paint(style, "yellow", checkLine(check, inner)))),
    ...(hidden > 0 ? [paint(style, "dim", `  … ${count(hidden, "more check")}`)] : []),
  ];
}

function checkLine({ title, reason, detail, hosts }: UnknownCheck, style: Style): string {
  const why = detail || reasonText(reason);
  const text = `${title} (${count(hosts, "host")}): ${why}`;
  return truncateText(escapeControl(text), style.width);
}
