import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Compile } from "typebox/schema";
import { expect, test } from "vitest";
import { renderFix } from "../../../src/brain/detections/render-fix.ts";
import { investigationHtml } from "../../../src/ui/views/investigation/html.ts";
import { investigationView } from "../../../src/ui/views/investigation/investigation.ts";
import { investigationMarkdown } from "../../../src/ui/views/investigation/markdown.ts";
import { investigationSarif } from "../../../src/ui/views/investigation/sarif.ts";
import { audit, auditOfOne, posture } from "./posture-fixture.ts";

const html = investigationHtml(audit);
const markdown = investigationMarkdown(audit);
const sections = [
  "Paths to root (4)",
  "Fix first",
  "Signs of intrusion (2)",
  "Hosts",
  "Other weaknesses",
  "Could not be checked (3)",
  "Health (1)",
  "Since the last run",
  "Coverage",
  "How the question was read",
];

test("a page and a document have the parts of a posture in the same order", () => {
  expect([...html.matchAll(/<h2.*?>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual(sections);
  expect([...markdown.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(sections);
});

test("a page lists its parts, with links within the page alone", () => {
  const targets = [...html.matchAll(/href="(.*?)"/g)].map(([, target]) => target!);
  expect(targets).toHaveLength(8);
  for (const target of targets) expect(html).toContain(`<h2 id="${target.slice(1)}">`);
});

test("a fix has its rank, commands and lock-out risk", () => {
  for (const text of [html, markdown]) {
    expect(text).toContain("cuts 1 of 4 paths to root · on db-01 · 87% sure");
    expect(text).toMatch(/Lock-out risk:.{2,9} An account without a password/);
    expect(text).toContain("… and 3 more commands: audit again after these.");
  }
  expect(html).toContain("<pre><code>sed -i &#39;s/NOPASSWD://&#39; /etc/sudoers.d/deploy\n");
  expect(markdown).toContain("```sh\nsed -i 's/NOPASSWD://' /etc/sudoers.d/deploy\n");
});

test("the commands of kernel settings are shown whole", () => {
  const settings = { sysctl: { "kernel.randomize_va_space": 2 } };
  const commands = renderFix(settings, { columns: [], rows: [[]] });
  const fixed = { agent_id: "service-web-01", hostname: "web-01", commands, omitted: 0 };
  const [first, ...rest] = posture.fixes;
  const one = {
    ...audit,
    summary: {
      ...audit.summary!,
      posture: { ...posture, fixes: [{ ...first!, commands: [fixed] }, ...rest] },
    },
  };
  const style = { width: 80, maxRows: 30, colour: false, nowMs: 0 };
  const page = investigationHtml(one)
    .replaceAll("&#39;", "'")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  expect(commands).toHaveLength(3);
  for (const command of commands) {
    expect(page).toContain(`${command}\n`);
    expect(investigationMarkdown(one)).toContain(`\n${command}\n`);
    expect(investigationView.plain(one, style).map((line) => line.trim())).toContain(command);
  }
});

test("paths to root are drawn", () => {
  expect(html.match(/<svg/g)).toHaveLength(1);
  expect(markdown).toContain("1. alice → /home/alice/.ssh/id\\_ed25519 without a passphrase");
});

test("long evidence is collapsed, short evidence is not", () => {
  expect(html).toContain("<details><summary>Evidence: 14 rows</summary>");
  expect(html).toContain("<details open><summary>Evidence: 0 rows</summary>");
});

test("fixes beyond those that a posture has are counted", () => {
  expect(html).toContain("… 2 more");
  expect(markdown).toContain("… 2 more");
});

test("what could hide further paths to root is said", () => {
  for (const text of [html, markdown]) expect(text).toContain("so there may be more paths: web-01");
});

test("hosts to which no check applies are named", () => {
  expect(html).toContain("<p>No check applies to mac-01.</p>");
  expect(markdown).toContain("No check applies to mac-01.");
});

test("the parts about a fleet are left out for one host", () => {
  expect(investigationHtml(auditOfOne)).not.toContain("worst first");
  expect(investigationMarkdown(auditOfOne)).not.toContain("## Hosts");
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const unsafe = /\u001b|\u202e|(?<!\\)<script/;

test("text of hosts is escaped in each report", () => {
  expect(html).not.toMatch(unsafe);
  const prose = markdown.replaceAll(/^```\w+\n.*?^```$/gms, "");
  expect(prose).not.toMatch(unsafe);
});

test("a SARIF log has the verdict, the rank of each fix, and what would make checks possible", () => {
  const [run] = investigationSarif(audit).runs;
  expect(run!.properties).toMatchObject({ posture: { verdict: "weak", checks: { failed: 8 } } });
  const ruleOf = (id: string) => run!.tool.driver.rules!.find((rule) => rule.id === id)!;
  expect(ruleOf("reverse_shell").properties!.tags).toEqual(["security", "intrusion", "T1059.004"]);
  expect(ruleOf("disk_full").properties!.tags).toEqual(["health", "T1059.004"]);
  const notes = run!.invocations![0]!.toolExecutionNotifications!.map(({ message }) => message);
  expect(notes).toContainEqual({ text: "A miner runs: Run the agent as root." });
});

test("a SARIF log of a posture is SARIF 2.1.0", () => {
  const file = "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";
  const text = readFileSync(createRequire(import.meta.url).resolve(file), "utf8");
  // One pattern, for the language of a tool, has a bracket too many for a Unicode expression.
  const schema = Compile(JSON.parse(text.replaceAll("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}$")));
  expect(schema.Errors(JSON.parse(JSON.stringify(investigationSarif(audit))))).toEqual([true, []]);
});
