import { expect, test } from "vitest";
import type { Finding } from "../../../src/contract/summary.ts";
import { unseen } from "../../../src/core/escape-control.ts";
import {
  acceptanceListView,
  acceptanceView,
  removedAcceptanceView,
} from "../../../src/ui/views/acceptances.ts";
import { investigationHtml } from "../../../src/ui/views/investigation/html.ts";
import { investigationView } from "../../../src/ui/views/investigation/investigation.ts";
import { investigationMarkdown } from "../../../src/ui/views/investigation/markdown.ts";
import { investigationSarif } from "../../../src/ui/views/investigation/sarif.ts";
import { acceptance } from "./acceptance-fixture.ts";
import { hostile, investigation } from "./investigation-fixture.ts";
import { audit, posture } from "./posture-fixture.ts";
import { report } from "./report-fixture.ts";

const nowMs = Date.parse("2026-11-01T01:00:00.000Z");
const style = { width: 80, maxRows: 30, colour: false, nowMs };
const listed = (...acceptances: ReturnType<typeof acceptance>[]) =>
  acceptanceListView.plain({ acceptances, next_cursor: null }, style);

const accepted = {
  acceptance_id: acceptance().id,
  because: "a break-glass account",
  until: "2027-01-31T00:00:00.000Z",
  at: "2026-11-01T00:00:00.000Z",
};
const reason = "Accepted until 2027-01-31 00:00:00 UTC: a break-glass account";
const withFirst = (over: Partial<Finding>) => {
  const [first, ...others] = report.findings;
  return { ...report, findings: [{ ...first!, ...over }, ...others] };
};

test("an acceptance is listed with what it covers, why, who made it and when it ends", () => {
  expect(listed(acceptance())).toEqual([
    "acp_01hv3k6z5w9m4q8r7t2y1x0c3b  until 2027-01-31 00:00:00 UTC",
    "  An account has an empty password on web-1",
    "  Evidence: username=alice",
    "  Because: a break-glass account",
    "  by ops, 1h ago",
  ]);
  expect(listed()).toEqual(["No accepted findings."]);
});

test.each([
  [{ agent_id: null, tags: { env: "dev" } }, "on hosts tagged env=dev"],
  [{ agent_id: null }, "on every host"],
  [{ evidence: null }, "Evidence: any"],
  [{ until: null }, "no end"],
  [{ until: "2026-11-01T01:00:00.000Z" }, "ended 2026-11-01 01:00:00 UTC"],
  [{ accepted_by: { key_id: "key_1", name: null } }, "by key_1"],
])("an acceptance with %j is listed with %j", (over, text) => {
  expect(listed(acceptance(over)).join("\n")).toContain(text);
});

test("four rows of evidence are three and a count", () => {
  const rows = ["a", "b", "c", "d"].map((name) => [name]);
  const lines = listed(acceptance({ evidence: { columns: ["username"], rows } }));
  expect(lines).toContain("  Evidence: username=a; username=b; username=c; 1 more row");
});

test("accepting and removing say from when on they apply", () => {
  expect(acceptanceView.plain(acceptance(), style).join(" ")).toContain(
    "no longer count from the next investigation on",
  );
  expect(removedAcceptanceView.plain(acceptance(), style).join(" ")).toContain(
    "count again from the next investigation on",
  );
  expect(removedAcceptanceView.json?.(acceptance())).toEqual({
    id: acceptance().id,
    deleted: true,
  });
});

test("text from elsewhere is escaped", () => {
  const lines = listed(
    acceptance({
      because: hostile,
      hostname: hostile,
      title: hostile,
      evidence: { columns: [hostile], rows: [[hostile]] },
      accepted_by: { key_id: "key_1", name: hostile },
    }),
  );
  for (const line of lines) expect(line.search(unseen)).toBe(-1);
});

test("an accepted finding comes last, with the reason and the end", () => {
  const one = { ...withFirst({ accepted, severity: "critical" }), chains: [] };
  const text = investigationView.plain(one, { ...style, full: true });
  const heads = text.filter((line) => /^(critical|high|medium) {2}\S/.test(line));
  expect(heads.at(-1)).toContain(report.findings[0]?.hostname);
  expect(text).toContain(`  ${reason}`);
  const together = investigationView.plain(one, style);
  expect(together).toContain(`  ${report.findings[0]?.hostname}: ${reason}`);
});

test.each([
  ["a page", investigationHtml],
  ["a document", investigationMarkdown],
])("%s has the reason of an accepted finding", (_, render) => {
  expect(render(withFirst({ accepted }))).toContain(reason);
});

test("a finding of which only some rows are accepted says so in every format", () => {
  const partly = withFirst({ partly_accepted: { ...accepted, rows: 3 } });
  const text = "Counts: only 3 of 12 rows of evidence are accepted (a break-glass account)";
  const lines = investigationView.plain(partly, { ...style, width: 200 });
  expect(lines.join("\n")).toContain(text);
  for (const render of [investigationHtml, investigationMarkdown])
    expect(render(partly)).toContain(text);
  expect(investigationSarif(partly).runs[0]?.results?.[0]).not.toHaveProperty("suppressions");
});

test("a log suppresses the accepted finding, and states of every other that it isn't", () => {
  const results = investigationSarif(withFirst({ accepted })).runs[0]?.results ?? [];
  const [suppressed, ...others] = results.toSorted(
    (a, b) => b.suppressions!.length - a.suppressions!.length,
  );
  expect(suppressed?.suppressions).toEqual([
    { kind: "external", status: "accepted", justification: "a break-glass account" },
  ]);
  expect(others.map(({ suppressions }) => suppressions)).toEqual(others.map(() => []));
  expect(investigationSarif(report).runs[0]?.results?.[0]).not.toHaveProperty("suppressions");
});

test("a posture lists accepted findings in a part of their own", () => {
  const [first, ...others] = audit.findings;
  const one = {
    ...audit,
    findings: [{ ...first!, accepted }, ...others],
    summary: {
      ...audit.summary!,
      posture: { ...posture, accepted: { finding_ids: [first!.finding_id] } },
    },
  };
  const text = investigationView.plain(one, style);
  expect(text.slice(text.indexOf("Accepted (1)"))).toContain(`    ${reason}`);
  expect(investigationHtml(one)).toContain('<h2 id="accepted">Accepted (1)</h2>');
  expect(investigationMarkdown(one)).toContain("## Accepted (1)");
});

test("nothing is said about acceptances where there are none", () => {
  expect(investigationView.plain(investigation, style).join("\n")).not.toContain("Accepted");
});
