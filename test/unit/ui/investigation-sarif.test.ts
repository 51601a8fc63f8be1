import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Log } from "sarif";
import { Compile } from "typebox/schema";
import { expect, test } from "vitest";
import type { Investigation } from "../../../src/contract/investigation.ts";
import { investigationSarif } from "../../../src/ui/views/investigation/sarif.ts";
import { hostile, investigation } from "./investigation-fixture.ts";
import { report } from "./report-fixture.ts";

const schemaFile = "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";
const schemaText = readFileSync(createRequire(import.meta.url).resolve(schemaFile), "utf8");
// One pattern, for the language of a tool, has a bracket too many for a Unicode expression.
const schema = Compile(JSON.parse(schemaText.replaceAll("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}$")));

const failed: Investigation = {
  ...report,
  status: "failed",
  completed_at: null,
  reading: null,
  summary: null,
  findings: [],
  chains: [],
  error: { code: "not_understood", message: "The question was not understood." },
};

const runOf = (one: Investigation) => investigationSarif(one).runs[0]!;
const resultsOf = (one: Investigation) => runOf(one).results!;

test("the schema that logs are held to refuses what is none", () => {
  const [run] = investigationSarif(report).runs;
  const wrong = { ...run!.results![0]!, level: "grave" };
  expect(schema.Check({ version: "2.1.0", runs: [{ ...run, results: [wrong] }] })).toBe(false);
});

test.each<[string, Investigation]>([
  ["findings and chains", report],
  ["hostile words", investigation],
  ["nothing found", { ...report, findings: [], chains: [] }],
  ["a failure", failed],
])("a log of %s is SARIF 2.1.0", (_, one) => {
  const log: Log = JSON.parse(JSON.stringify(investigationSarif(one)));
  expect(schema.Errors(log)).toEqual([true, []]);
});

test("a detection is a rule with help, grade and precision; each host's finding is a result", () => {
  const [rule] = runOf(report).tool.driver.rules!;
  expect(rule).toMatchObject({
    id: "reverse_shell",
    shortDescription: { text: "A shell listens on every interface" },
    help: { text: "Stop it, then look at `/etc/systemd/system` for what started it." },
    properties: {
      tags: ["security", "T1059.004"],
      precision: "high",
      "security-severity": "9.5",
    },
  });
  const told = resultsOf(report).map(({ ruleId, ruleIndex, level, locations }) => ({
    rule: [ruleId, ruleIndex],
    level,
    at: locations![0]!.physicalLocation,
  }));
  const at = (agent: string) => ({
    artifactLocation: { uri: `agents/${agent}` },
    region: { startLine: 1 },
  });
  expect(told).toEqual([
    { rule: ["reverse_shell", 0], level: "error", at: at("service-db-01") },
    { rule: ["reverse_shell", 0], level: "error", at: at("service-web-01") },
    { rule: ["weak_password_hash", 1], level: "warning", at: at("service-db-01") },
    { rule: ["attack_chain", 2], level: "error", at: at("service-web-01") },
  ]);
});

test("a result tells its first rows and holds all of its evidence", () => {
  const [result] = resultsOf(report);
  expect(result!.message.text!.split("\n")).toEqual([
    "db-01: A shell listens on every interface (87% sure).",
    "pid: 4242, name: nc, cmdline: nc -l -p 31337 -e /bin/sh",
    expect.stringContaining("pid: 4243, name: evil\\x1b[2J<script>"),
    "… 10 more rows",
  ]);
  expect(result!.properties).toMatchObject({ evidence: { columns: ["pid", "name", "cmdline"] } });
});

test("a chain is a flow from host to host", () => {
  const flow = resultsOf(report).at(-1)!.codeFlows![0]!.threadFlows[0]!.locations;
  expect(flow.map(({ location }) => location!.message!.text)).toEqual([
    expect.stringMatching(/^alice → .+ by reads_key$/),
    expect.stringMatching(/ → deploy on web-01 by key_opens$/),
    expect.stringMatching(/ by sudo_all, unconfirmed$/),
    expect.stringMatching(/ by shares_password$/),
  ]);
});

test("a finding is known again in the next run, and from those of other hosts and questions", () => {
  const again = {
    ...report,
    investigation_id: "inv_next",
    findings: report.findings.map((one) => ({ ...one, finding_id: "fnd_next", confidence: 0.5 })),
  };
  const prints = (one: Investigation) => resultsOf(one).map((result) => result.partialFingerprints);
  expect(prints(again)).toEqual(prints(report));
  expect(new Set(prints(report).map((print) => JSON.stringify(print))).size).toBe(4);
  const category = (one: Investigation) => runOf(one).automationDetails!.id!.replace(/[^/]+$/, "");
  expect(category(again)).toBe(category(report));
  expect(category({ ...report, query: "another" })).not.toBe(category(report));
});

test("what could not be seen is told, and a failure is no success", () => {
  const [told] = runOf(report).invocations!;
  expect(told!.executionSuccessful).toBe(true);
  expect(told!.toolExecutionNotifications!.map(({ message }) => message.text)).toEqual([
    "service-web-02 was not seen: timed out.",
    "weak_hash could not be checked on 1 host.",
  ]);
  const [ended] = runOf(failed).invocations!;
  expect(ended).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [{ level: "error", message: { text: failed.error!.message } }],
  });
});

test("words of a host are neither links nor placeholders, its id is no way out of its folder", () => {
  const [finding] = report.findings;
  const words = {
    ...finding!,
    hostname: "[here](https://example.org) {0}",
    agent_id: `../${hostile}\ud800`,
  };
  const [result] = resultsOf({ ...report, findings: [words] });
  expect(result!.message.text).toMatch(/^\[here\] \(https:\/\/example.org\) \{\{0\}\}: /);
  const { uri } = result!.locations![0]!.physicalLocation!.artifactLocation!;
  expect(uri).toMatch(/^agents\/\.\.%2Fevil%1B%5B2J%3Cscript[^/]+%EF%BF%BD$/);
});
