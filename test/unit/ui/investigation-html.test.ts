import { expect, test } from "vitest";
import type { Chain } from "../../../src/contract/summary.ts";
import { html } from "../../../src/core/html.ts";
import { layOut } from "../../../src/ui/html/chain-layout.ts";
import { prose } from "../../../src/ui/html/prose.ts";
import { investigationHtml } from "../../../src/ui/views/investigation/html.ts";
import { hostile } from "./investigation-fixture.ts";
import { report } from "./report-fixture.ts";

const headings = (text: string) => [...text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, name]) => name);
const between = (text: string, from: string, to: string) => text.split(from)[1]!.split(to)[0]!;

test("a report has its parts in the order they are read", () => {
  expect(headings(investigationHtml(report))).toEqual([
    "Since the last run",
    "Findings",
    "Chains",
    "Answer",
    "Coverage",
    "How the question was read",
  ]);
});

test("what there is nothing of is left out", () => {
  const bare = { ...report, findings: [], chains: [], changes: undefined, curiosity_id: null };
  const summary = { ...report.summary!, answer: null };
  expect(headings(investigationHtml({ ...bare, summary, reading: null }))).toEqual(["Coverage"]);
});

test("one detection's findings are told once, each host's rows under its name", () => {
  const findings = between(investigationHtml(report), "<h2>Findings</h2>", "<h2>Chains</h2>");
  expect(findings.match(/<article/g)).toHaveLength(2);
  expect(findings.match(/A shell listens on every interface<\/h3>/g)).toHaveLength(1);
  expect(findings.match(/FROM processes/g)).toHaveLength(1);
  expect(findings).toMatch(/rowspan="3">db-01\s+<span class="id">fnd_db-01<\/span>/);
  expect(findings.match(/… 10 more rows/g)).toHaveLength(2);
});

test("the first run of a scheduled question has nothing to be compared with", () => {
  expect(investigationHtml({ ...report, changes: null })).toContain(
    "No earlier run to compare with.",
  );
});

test("whatever goes into a page is escaped, in every part of it", () => {
  const words = "<b>&\"'\u0007";
  const everywhere = JSON.parse(
    JSON.stringify(report, (_, value) =>
      typeof value === "string" && !/^\d{4}-/.test(value) ? value + words : value,
    ),
  );
  const text = investigationHtml({ ...everywhere, status: "completed" });
  expect(text).not.toContain("<b>");
  expect(text).not.toContain("\u0007");
  expect(html`<a b="${hostile}">`.markup).not.toContain("<script");
  expect(prose("run `<b>` & go").markup).toBe("run <code>&lt;b&gt;</code> &amp; go");
});

test("a chain's picture has a box for each node and an arrow for each step", () => {
  const picture = between(investigationHtml(report), "<svg", "</svg>");
  expect(picture.match(/<rect/g)).toHaveLength(4);
  expect(picture.match(/marker-end/g)).toHaveLength(4);
  expect(picture.match(/class="edge unproven"/g)).toHaveLength(1);
  expect(picture).toContain('aria-labelledby="chain-1-title chain-1-description"');
  expect(picture).toContain("3. deploy on web-01 to root on db-01");
});

test("a chain that comes back to a node draws it once", () => {
  const node = (id: string) => ({ type: "host", id, label: id });
  const proof = { sql: "SELECT 1", row: [] };
  const step = (from: string, to: string) => ({
    edge: "ssh",
    from: node(from),
    to: node(to),
    agent_id: "a",
    proof,
    confirmed_at: null,
  });
  const [chain] = report.chains;
  const steps: Chain["steps"] = [step("a", "b"), step("b", "a"), step("a", "c")];
  const { nodes, edges } = layOut({ ...chain!, from: node("a"), to: node("c"), steps });
  expect(nodes.map((placed) => [placed.node.id, placed.row, placed.isEnd])).toEqual([
    ["a", 0, true],
    ["b", 1, false],
    ["c", 2, true],
  ]);
  expect(edges.map(({ fromRow, toRow }) => [fromRow, toRow])).toEqual([
    [0, 1],
    [1, 0],
    [0, 2],
  ]);
});
