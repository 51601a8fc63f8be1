import type { Acceptance, AcceptancePage } from "../../contract/acceptances/acceptance.ts";
import type { Cell } from "../../contract/common.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { hostsText } from "../plain/acceptance-text.ts";
import { relativeTime } from "../text/relative-time.ts";
import { blocks, count, indent, narrower, paragraphs } from "../text/section.ts";
import { paint } from "../text/style.ts";
import { utcTimeText } from "../text/utc-time.ts";
import type { Style, View } from "./view.ts";

/** Rows of evidence that are listed. */
const shownRows = 3;

/** Acceptances with what they cover, why, until when, and who made them. */
export const acceptanceListView: View<AcceptancePage> = {
  plain: ({ acceptances, next_cursor }, style) => {
    if (acceptances.length === 0) return ["No accepted findings."];
    const more = next_cursor === null ? [] : ["There are more: use --all or a higher --limit."];
    return blocks(
      ...acceptances.map((acceptance) => acceptanceLines(acceptance, style)),
      more.map((line) => paint(style, "dim", line)),
    );
  },
};

/** A finding that was just accepted. */
export const acceptanceView: View<Acceptance> = {
  plain: (acceptance, style) => [
    ...acceptanceLines(acceptance, style),
    ...paragraphs(
      "Its findings no longer count from the next investigation on; earlier investigations stay as they are.",
      style,
    ),
  ],
};

export const removedAcceptanceView: View<Acceptance> = {
  json: ({ id }) => ({ id, deleted: true }),
  plain: ({ id }, style) =>
    paragraphs(`${id} is removed: its findings count again from the next investigation on.`, style),
};

function acceptanceLines(acceptance: Acceptance, style: Style): string[] {
  const { id, title, because, accepted_by, accepted_at } = acceptance;
  const inner = narrower(style, 2);
  const who = `by ${accepted_by.name ?? accepted_by.key_id}, ${relativeTime(accepted_at, style.nowMs)}`;
  return [
    `${paint(style, "bold", escapeControl(id))}  ${endText(acceptance, style)}`,
    ...indent([
      ...paragraphs(`${title} on ${hostsText(acceptance)}`, inner),
      ...paragraphs(`Evidence: ${evidenceText(acceptance)}`, inner),
      ...paragraphs(`Because: ${because}`, inner),
      ...paragraphs(who, inner).map((line) => paint(style, "dim", line)),
    ]),
  ];
}

function endText({ until }: Acceptance, style: Style): string {
  if (until === null) return "no end";
  const time = utcTimeText(until);
  return Date.parse(until) <= style.nowMs
    ? paint(style, "yellow", `ended ${time}`)
    : `until ${time}`;
}

/** `username=alice; username=bob`. */
function evidenceText({ evidence }: Acceptance): string {
  if (evidence === null) return "any";
  const { rows } = evidence;
  const shown = rows.slice(0, shownRows).map((row) => rowText(evidence.columns, row));
  const hidden = rows.length - shown.length;
  return [...shown, ...(hidden > 0 ? [count(hidden, "more row")] : [])].join("; ");
}

function rowText(columns: string[], row: Cell[]): string {
  const values = columns.map((name, at) => `${name}=${row[at] ?? ""}`);
  return values.filter((text) => !text.endsWith("=")).join(", ") || values.join(", ");
}
