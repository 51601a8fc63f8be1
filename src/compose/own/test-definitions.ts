import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Static, TSchema } from "typebox";
import type { RunOverCase } from "../../brain/definitions/case-host.ts";
import { readDefinition } from "../../brain/definitions/read-definition.ts";
import { badFile, isCases } from "../../brain/definitions/read-own-folder.ts";
import { checkDetection } from "../../brain/detections/own/check-detection.ts";
import { DetectionCases } from "../../brain/detections/own/detection-case.ts";
import { OwnDetection } from "../../brain/detections/own/own-detection.ts";
import { runDetectionCase } from "../../brain/detections/own/run-detection-case.ts";
import { EdgeCases, runEdgeCase } from "../../brain/pathfinder/rules/edge-case.ts";
import { checkEdgeRule } from "../../brain/pathfinder/rules/load-own-edge-rules.ts";
import { OwnEdgeRule } from "../../brain/pathfinder/rules/own-edge-rule.ts";
import { AppError } from "../../core/errors.ts";
import type { SqlRunner } from "../../engine/run/sql-runner.ts";
import { readYamlFile, withSqlRunner, yamlFilesOf } from "./definition-files.ts";
import { contextOf, isEdgeRule } from "./lint-definitions.ts";
import { shippedEdges } from "./load-own-definitions.ts";
import { createSqlChecker } from "./sql-checker.ts";

interface TestedFile {
  file: string;
  cases: { name: string; passed: boolean; reason: string | null }[];
}

export interface DefinitionTests {
  files: TestedFile[];
  passed: number;
  failed: number;
}

/** Runs the test cases beside an operator's files; no host is read. */
export function testDefinitions(paths: string[]): Promise<DefinitionTests> {
  const files = yamlFilesOf(paths).filter((file) => !isCases(file));
  return withSqlRunner(async (runner) => {
    const tested: TestedFile[] = [];
    for (const file of files) tested.push({ file, cases: await testFile(file, runner) });
    const cases = tested.flatMap((each) => each.cases);
    const passed = cases.filter((each) => each.passed).length;
    return { files: tested, passed, failed: cases.length - passed };
  });
}

async function testFile(file: string, runner: SqlRunner): Promise<TestedFile["cases"]> {
  const text = readYamlFile(file);
  const casesFile = file.replace(/[.](ya?ml)$/, ".test.$1");
  if (!existsSync(casesFile)) throw withoutCases(file, casesFile);
  const run: RunOverCase = (statements, rows) => runner.run(statements, { rows });
  if (!isEdgeRule(text)) {
    const detection = await completeOwn(file, text, runner);
    const cases = valid(casesFile, readYamlFile(casesFile), DetectionCases);
    return inOrder(cases, (one) => runDetectionCase(detection, one, run));
  }
  const rule = await completeEdgeRule(file, text, runner);
  const cases = valid(casesFile, readYamlFile(casesFile), EdgeCases);
  return inOrder(cases, (one) => runEdgeCase(rule, one, run));
}

/** A detection with the shared statements that its SQL starts with. */
async function completeOwn(file: string, text: string, runner: SqlRunner): Promise<OwnDetection> {
  const read = readDefinition(text, OwnDetection);
  if (!read.ok) throw badFile(file, read.problems);
  const checked = await checkDetection(read, contextOf(file, await createSqlChecker(runner)));
  if (!checked.ok) throw badFile(file, checked.problems);
  return checked.detection;
}

/** An edge rule with the shared statements that its SQL starts with. */
async function completeEdgeRule(
  file: string,
  text: string,
  runner: SqlRunner,
): Promise<OwnEdgeRule> {
  const read = readDefinition(text, OwnEdgeRule);
  if (!read.ok) throw badFile(file, read.problems);
  const checker = await createSqlChecker(runner);
  const context = { ...shippedEdges(), checker, folder: dirname(file) };
  const checked = await checkEdgeRule(read, context);
  if (!checked.ok) throw badFile(file, checked.problems);
  return checked.rule;
}

function valid<Schema extends TSchema>(file: string, text: string, schema: Schema): Static<Schema> {
  const read = readDefinition(text, schema);
  if (!read.ok) throw badFile(file, read.problems);
  return read.definition;
}

async function inOrder<Case extends { name: string }>(
  cases: Case[],
  run: (one: Case) => Promise<string | null>,
): Promise<TestedFile["cases"]> {
  const results: TestedFile["cases"] = [];
  for (const one of cases) {
    const reason = await run(one);
    results.push({ name: one.name, passed: reason === null, reason });
  }
  return results;
}

function withoutCases(file: string, casesFile: string): AppError {
  return new AppError("not_found", `${file} has no test cases.`, {
    hint: `Write them into ${casesFile}; docs/detections.md has an example.`,
    kind: "not_found",
  });
}
