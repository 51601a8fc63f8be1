import type { FindingCheck, ReceiptCheck, ReceiptReport } from "../../../contract/receipt.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import { blocks, count } from "../../text/section.ts";
import { paint } from "../../text/style.ts";
import type { Style, View } from "../view.ts";

/** Each receipt with its check, and findings that no receipt proves. */
export const receiptReportView: View<ReceiptReport> = {
  plain: (report, style) =>
    blocks(
      report.receipts.map((receipt) => receiptLine(receipt, style)),
      report.findings
        .filter(({ status }) => status !== "proven")
        .map((finding) => findingLine(finding, style)),
      summaryLines(report, style),
    ),
};

const mark = (ok: boolean, style: Style) =>
  ok ? paint(style, "green", "ok    ") : paint(style, "red", "failed");

function receiptLine({ ok, agent_id, key_id, signed_at, problem }: ReceiptCheck, style: Style) {
  const rest = `${agent_id}  key ${key_id}  ${ok ? `signed ${signed_at}` : problem}`;
  return `${mark(ok, style)}  ${escapeControl(rest)}`;
}

function findingLine(
  { status, hostname, title, finding_id, problem }: FindingCheck,
  style: Style,
): string {
  const finding = escapeControl(`${hostname}  ${title}  ${finding_id}`);
  return status === "snapshot"
    ? `${finding}  ${paint(style, "yellow", "unsigned (from a snapshot)")}`
    : `${mark(false, style)}  ${finding}  ${escapeControl(`${problem}`)}`;
}

function summaryLines({ receipts, findings, truncated }: ReceiptReport, style: Style): string[] {
  const failed = receipts.filter(({ ok }) => !ok).length;
  const receiptsTold = failed > 0 ? `${failed} failed` : receipts.length > 0 ? "all ok" : "";
  const of = (status: FindingCheck["status"]) =>
    findings.filter((finding) => finding.status === status).length;
  const findingsTold = [
    [of("proven"), "proven"],
    [of("failed"), "failed"],
    [of("snapshot"), "from a snapshot"],
  ].flatMap(([amount, what]) => (amount ? [`${amount} ${what}`] : []));
  const sentence = (amount: string, how: string) => (how ? `${amount}: ${how}.` : `${amount}.`);
  return [
    `${sentence(count(receipts.length, "receipt"), receiptsTold)} ${sentence(count(findings.length, "finding"), findingsTold.join(", "))}`,
    ...(truncated
      ? [
          paint(
            style,
            "yellow",
            "Some receipts were not stored: there were too many, or they were too large.",
          ),
        ]
      : []),
  ];
}
