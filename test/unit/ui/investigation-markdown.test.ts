import { expect, test } from "vitest";
import { escapeLine, escapeMarkdown, prose, sqlBlock } from "../../../src/ui/markdown/escape.ts";
import { investigationMarkdown } from "../../../src/ui/views/investigation/markdown.ts";
import { report } from "./report-fixture.ts";

const document = investigationMarkdown(report);
const blocks = document.trimEnd().split("\n\n");

test("a document has every part of a report", () => {
  expect(blocks.filter((block) => /^#{1,2} /.test(block))).toEqual([
    "# which hosts have a shell that listens?",
    "## Since the last run",
    "## Findings",
    "## Chains",
    "## Answer",
    "## Coverage",
    "## How the question was read",
  ]);
  expect(blocks).toContain("1 new finding, 1 resolved since the last completed run.");
  expect(blocks).toContain("Asked 2 hosts, 1 answered: 1 live, 0 from a snapshot.");
  expect(document).toContain("- **Resolved** old-01: A shell listens on every interface (high)");
  expect(document).toContain("| weak\\_hash | 0 | 1 | 1 | 0 | denied: service-web-01 |");
});

test("one detection's findings share a table, with the hosts' names before the rows", () => {
  const table = blocks.find((block) => block.startsWith("| host | pid |"))!;
  expect(table.split("\n").map((line) => line.split(" | ")[0])).toEqual([
    "| host",
    "| ---",
    ...Array(3).fill("| db-01"),
    ...Array(3).fill("| web-01 (high)"),
  ]);
  expect(blocks).toContain("| host |\n| --- |\n| db-01 |");
});

test("every row of a table has as many cells as its head", () => {
  const tables = blocks.filter((block) => block.startsWith("| "));
  for (const table of tables) {
    const widths = table.split("\n").map((line) => line.split(/(?<!\\)\|/).length);
    expect(new Set(widths).size).toBe(1);
  }
});

test("a failure tells why, whom it would have asked and what is understood", () => {
  const reading = { ...report.reading!, suggestions: ["who is root?"] };
  const error = { code: "not_understood" as const, message: "The question was not understood." };
  const failed = {
    ...report,
    summary: null,
    findings: [],
    chains: [],
    changes: null,
    error,
    reading,
  };
  const text = investigationMarkdown({ ...failed, status: "failed" });
  expect(text).toContain("\n\nThe question was not understood.\n\n");
  expect(text).toContain("### Questions that are understood\n\n- who is root?\n");
  expect(text).not.toContain("## Findings");
});

test("nobody is called and nothing is linked by a host's words", () => {
  expect(escapeMarkdown("@admin see https://example.org or www.example.org")).toBe(
    "@<!-- -->admin see https\\://example.org or www\\.example.org",
  );
  expect(escapeMarkdown("root@db-01")).toBe("root@db-01");
});

test("a line of text begins no list, heading or quotation", () => {
  expect(["- a", "+ a", "1. a", "12) a", "# a", "> a", "==="].map(escapeLine)).toEqual([
    "\\- a",
    "\\+ a",
    "1\\. a",
    "12\\) a",
    "\\# a",
    "\\> a",
    "\\===",
  ]);
});

test("quoted words are code; a single quotation mark is itself", () => {
  expect(prose("Set `a_b` to *no*, don`t")).toBe("Set `a_b` to \\*no\\*, don\\`t");
});

test("nothing in a statement ends its block of code", () => {
  expect(sqlBlock(["SELECT '```\n# x'"])).toBe("````sql\nSELECT '```\n# x'\n````");
});
