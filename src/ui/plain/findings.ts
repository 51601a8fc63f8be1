import { acceptedLast } from "../../contract/acceptances/accepted-last.ts";
import { bySeverity } from "../../contract/by-severity.ts";
import type { Cell } from "../../contract/common.ts";
import type { Finding } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { count, indent, narrower, paragraphs, percent } from "../text/section.ts";
import { paint, paintSeverity, type Style } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import { acceptedLines } from "./acceptance-text.ts";
import { renderFinding } from "./finding.ts";
import { byColumns, type FindingGroup, groupFindings } from "./finding-groups.ts";

/** Rows of evidence shown for all hosts of a finding. */
const shownRows = 5;

/** The findings, those of one detection on several hosts as one; in full, each by itself. */
export function renderFindings(findings: Finding[], style: Style): string[][] {
  if (style.full)
    return acceptedLast(bySeverity(findings)).map((finding) => renderFinding(finding, style));
  return groupFindings(findings).map((group) =>
    group.findings.length === 1
      ? renderFinding(group.findings[0]!, style)
      : renderGroup(group, style),
  );
}

function renderGroup(group: FindingGroup, style: Style): string[] {
  const { severity, title, findings, remediation, confidence } = group;
  const inner = narrower(style, 2);
  const hosts = paint(style, "bold", count(findings.length, "host"));
  return [
    `${paintSeverity(style, severity)}  ${hosts}  ${escapeControl(title)}`,
    ...indent(acceptedLines(findings, inner)),
    ...indent(byColumns(findings).flatMap((alike) => renderEvidence(alike, inner))),
    ...indent(paragraphs(`Hosts: ${hostsText(group)}`, inner)),
    ...indent(remediation ? paragraphs(`Fix: ${remediation}`, inner) : []),
    ...indent([paint(style, "dim", `${percent(confidence)} sure  (ids: --expand)`)]),
  ];
}

/** Every host, with its severity where a policy raised it. */
function hostsText({ findings, severity }: FindingGroup): string {
  const names = findings.map((finding) =>
    finding.severity === severity ? finding.hostname : `${finding.hostname} (${finding.severity})`,
  );
  return names.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).join(", ");
}

interface SharedRow {
  cells: Cell[];
  hosts: Set<string>;
}

/** The rows that most hosts have, with their hosts. */
function renderEvidence(alike: Finding[], style: Style): string[] {
  const { columns, formats } = alike[0]!.evidence;
  const shared = sharedRows(alike);
  if (columns.length === 0 || shared.length === 0) return [];
  const rows = shared.slice(0, shownRows).map(({ cells, hosts }) => [hostCell(hosts), ...cells]);
  const table = { columns: ["on", ...columns], rows, formats, skipsEmpty: true };
  const rest = hiddenText(shared.length - rows.length, alike);
  return [
    ...renderTable(table, { ...style, columns: undefined }),
    ...rest.map((line) => paint(style, "dim", line)),
  ];
}

function sharedRows(alike: Finding[]): SharedRow[] {
  const shared = new Map<string, SharedRow>();
  for (const { hostname, evidence } of alike)
    for (const cells of evidence.rows) {
      const key = JSON.stringify(cells);
      const row = shared.get(key) ?? { cells, hosts: new Set() };
      shared.set(key, row);
      row.hosts.add(hostname);
    }
  return [...shared.values()].sort((a, b) => b.hosts.size - a.hosts.size);
}

const hostCell = (hosts: Set<string>): string =>
  hosts.size === 1 ? [...hosts].join() : count(hosts.size, "host");

function hiddenText(hidden: number, alike: Finding[]): string[] {
  const unsent = alike.some(({ evidence }) => evidence.row_count > evidence.rows.length);
  if (hidden === 0 && !unsent) return [];
  const more = hidden > 0 ? count(hidden, "more row") : "more rows";
  return [`… ${more} (--expand shows each host)`];
}
