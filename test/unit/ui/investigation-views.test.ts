import { expect, test } from "vitest";
import { escapeMarkdown } from "../../../src/ui/markdown/escape.ts";
import { investigationHtml } from "../../../src/ui/views/investigation/html.ts";
import { investigationView } from "../../../src/ui/views/investigation/investigation.ts";
import { investigationMarkdown } from "../../../src/ui/views/investigation/markdown.ts";
import { readingView } from "../../../src/ui/views/investigation/reading.ts";
import { investigation } from "./investigation-fixture.ts";

const style = {
  width: 80,
  maxRows: 30,
  colour: false,
  nowMs: Date.parse("2026-01-01T00:03:05.000Z"),
};
const plain = () => investigationView.plain(investigation, style);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

test("the narrative comes first, then findings, chains, the answer, the gaps and the reading", () => {
  const text = plain().join("\n");
  const order = [
    "Yes: 1 host listens.",
    "high  web-01  A shell listens on every interface",
    "… 2 more rows",
    "Fix: Stop it.",
    "critical  alice → root on db-01",
    "1. alice → root on db-01 by ssh_key",
    "web-01  31337",
    "… 3 more rows",
    "Asked 2 hosts, 1 answered.",
    "not seen: service-web-02 (timed out)",
    "unknown: weak_hash on 1 host (denied)",
    "Read as: Listening ports of every host. (94% sure)",
    "inv_1  completed 3m ago",
  ].map((part) => text.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test("what the findings and the gaps show is not told before them as well", () => {
  const severe = {
    ...investigation.findings[0]!,
    finding_id: "fnd_2",
    detection_id: "b",
    title: "B",
  };
  const narrative = [
    "Yes: 1 of 2 hosts has this problem: a shell listens.",
    "- A shell listens on every interface on web-01 (high, 87% sure)",
    "Related:",
    "- B on web-01 (critical, 87% sure)",
    "Unknown on 1 host: a weak hash (denied).",
    "Not seen: web-02: sockets.",
    "Fix first: Stop it.",
  ].join("\n");
  const told = {
    ...investigation,
    summary: { ...investigation.summary!, narrative },
    findings: [...investigation.findings, { ...severe, severity: "critical" as const }],
  };
  const lines = investigationView.plain(told, style);
  expect(lines.slice(0, 3)).toEqual([
    "Yes: 1 of 2 hosts has this problem: a shell listens.",
    "Not seen: web-02: sockets.",
    "",
  ]);
  // The gravest finding comes first.
  expect(lines[3]).toBe("critical  web-01  B");
  expect(lines.filter((line) => line.includes("Stop it."))).toEqual([
    "  Fix: Stop it.",
    "  Fix: Stop it.",
  ]);
  // Without findings nothing repeats the narrative.
  const none = investigationView.plain({ ...told, findings: [] }, { ...style, width: 200 });
  expect(none).toContain("Fix first: Stop it.");
  expect(investigationMarkdown(told)).toContain("Fix first: Stop it.");
});

test("a failed investigation tells why", () => {
  const failed = {
    ...investigation,
    status: "failed" as const,
    summary: null,
    findings: [],
    chains: [],
    error: { code: "not_understood" as const, message: "The question was not understood." },
  };
  expect(investigationView.plain(failed, style)[0]).toBe(
    "Failed: The question was not understood.",
  );
});

test("hostile text drives neither the terminal nor a page", () => {
  expect(plain().join("\n")).not.toMatch(control);
  const html = investigationHtml(investigation);
  expect(html).not.toMatch(control);
  expect(html).not.toContain("<script");
  expect(html).toContain("evil\\x1b[2J&lt;script&gt;");
  const markdown = investigationMarkdown(investigation);
  expect(markdown).not.toMatch(control);
  expect(markdown).not.toMatch(/(?<!\\)<script/);
});

test("a long answer is cut where it would scroll the first sentence away", () => {
  const rows = [...Array(5).keys()].map((port) => ["web-01", port]);
  const answer = { columns: ["host", "port"], rows, row_count: 9, truncated: true };
  const long = { ...investigation, summary: { ...investigation.summary!, answer } };
  const text = investigationView.plain(long, { ...style, maxRows: 2 }).join("\n");
  expect(text).toContain("… 7 more rows (investigate show inv_1 --rows all)");
  expect(text).not.toMatch(/web-01 +2/);
});

test("a page fetches nothing", () => {
  expect(investigationHtml(investigation)).not.toMatch(/\b(src|href)=|@import|url\((?!#)/);
});

test("a cell can't break out of a Markdown table", () => {
  expect(escapeMarkdown("a|b\nc*d*")).toBe("a\\|b\\\\nc\\*d\\*");
});

test("colour is used only where it is wanted", () => {
  expect(plain().join("\n")).not.toContain("\u001b");
  const coloured = investigationView.plain(investigation, { ...style, colour: true }).join("\n");
  expect(coloured).toContain("\u001b[31mhigh\u001b[39m");
});

test("every report says that a language model read the question", () => {
  const read = { ...investigation.reading!, confidence: 0, read_by: { model: "llama_3" } };
  const byModel = { ...investigation, reading: read };
  const mark = "read by the language model llama_3, not verified by the reader";
  const text = investigationView.plain(byModel, { ...style, width: 200 }).join("\n");
  expect(text).toContain(`Read as: Listening ports of every host. (${mark})`);
  expect(readingView.plain(read, style).join("\n")).toContain(`confidence  ${mark}`);
  expect(investigationHtml(byModel)).toContain(`(${mark})`);
  expect(investigationMarkdown(byModel)).toContain(`(${escapeMarkdown(mark)})`);
});
