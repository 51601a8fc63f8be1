import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { SqlChecker } from "../../brain/definitions/check-sql.ts";
import { type Problem, readDefinition } from "../../brain/definitions/read-definition.ts";
import { idMismatch, idOfFile, isCases } from "../../brain/definitions/read-own-folder.ts";
import {
  checkDetection,
  type DetectionContext,
} from "../../brain/detections/own/check-detection.ts";
import { DetectionCases } from "../../brain/detections/own/detection-case.ts";
import { OwnDetection } from "../../brain/detections/own/own-detection.ts";
import { EdgeCases } from "../../brain/pathfinder/rules/edge-case.ts";
import { checkEdgeRule } from "../../brain/pathfinder/rules/load-own-edge-rules.ts";
import { OwnEdgeRule } from "../../brain/pathfinder/rules/own-edge-rule.ts";
import { readYamlFile, withSqlRunner, yamlFilesOf } from "./definition-files.ts";
import { shippedDetections, shippedEdges } from "./load-own-definitions.ts";
import { createSqlChecker } from "./sql-checker.ts";

export interface FileReport {
  file: string;
  kind: "detection" | "edge" | "cases";
  problems: Problem[];
}

/** The problems of an operator's files: detections, edge rules and test cases. */
export function lintDefinitions(
  paths: string[],
): Promise<{ files: FileReport[]; problems: number }> {
  return withSqlRunner(async (runner) => {
    const checker = await createSqlChecker(runner);
    const files: FileReport[] = [];
    for (const file of yamlFilesOf(paths)) files.push(await lintFile(file, checker));
    return { files, problems: files.reduce((sum, { problems }) => sum + problems.length, 0) };
  });
}

async function lintFile(file: string, checker: SqlChecker): Promise<FileReport> {
  const text = readYamlFile(file);
  if (isCases(file)) return { file, kind: "cases", problems: lintCases(text) };
  return isEdgeRule(text)
    ? { file, kind: "edge", problems: await lintEdge(file, text, checker) }
    : { file, kind: "detection", problems: await lintOne(file, text, checker) };
}

/** Files of edge rules and detections are told apart by a field that only the former have. */
export const isEdgeRule = (text: string): boolean => /^["']?edge["']?\s*:/m.test(text);

function lintCases(text: string): Problem[] {
  const schema = hasEdges(text) ? EdgeCases : DetectionCases;
  const read = readDefinition(text, schema);
  return read.ok ? [] : read.problems;
}

const hasEdges = (text: string): boolean => /^\s*(?:- *)?edges\s*:/m.test(text);

async function lintOne(file: string, text: string, checker: SqlChecker): Promise<Problem[]> {
  const read = readDefinition(text, OwnDetection);
  if (!read.ok) return read.problems;
  const checked = await checkDetection(read, contextOf(file, checker));
  return [...lintName(file, read), ...(checked.ok ? [] : checked.problems)];
}

/** What the detection of a file is checked against; the folder's others count as known. */
export function contextOf(file: string, checker: SqlChecker): DetectionContext {
  const { shipped, sharedFolder } = shippedDetections();
  const known = new Set([...shipped, ...readdirSync(dirname(file)).map(idOfFile)]);
  return { checker, shipped, known, sharedFolder };
}

async function lintEdge(file: string, text: string, checker: SqlChecker): Promise<Problem[]> {
  const read = readDefinition(text, OwnEdgeRule);
  if (!read.ok) return read.problems;
  const context = { ...shippedEdges(), checker, folder: dirname(file) };
  const checked = await checkEdgeRule(read, context);
  return [...lintName(file, read), ...(checked.ok ? [] : checked.problems)];
}

function lintName(
  file: string,
  {
    definition: { id },
    problemAt,
  }: { definition: { id: string }; problemAt(path: string[], message: string): Problem },
): Problem[] {
  const name = basename(file);
  return id === idOfFile(name) ? [] : [problemAt(["id"], idMismatch(id, name))];
}
