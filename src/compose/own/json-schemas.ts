import type { TSchema } from "typebox";
import { OwnDetection } from "../../brain/detections/own/own-detection.ts";
import { OwnEdgeRule } from "../../brain/pathfinder/rules/own-edge-rule.ts";

/** The JSON Schema draft that editors' YAML servers know best. */
const draft = "http://json-schema.org/draft-07/schema#";

/** What an editor shows beside the fields that both kinds of files have. */
const shared = {
  id: "The name of the file without its ending.",
  replaces: "true: replaces the shipped definition with this id.",
  attack: "ATT&CK techniques, such as T1548.003.",
  with: "Shared statements (with/NAME.sql) that the SQL reads like tables.",
  platforms: "SQL by operating system, over the tables of `inquest agents tables`.",
};

const detectionFields = {
  ...shared,
  title: "The problem in one short sentence, as findings show it.",
  description: "What is checked, why it matters, and what is not seen.",
  kind: "weakness can be misused, intrusion is a sign that somebody did, health is neither.",
  severity: "The severity of a finding on a host of normal criticality.",
  remediation: "What to do about a finding, in one or two sentences.",
  fix: "Shell commands, or sysctl: kernel settings, that mend one row of evidence; {column} is the row's value, quoted.",
  lockout: "Who or what the remediation could lock out or stop, and what to check first.",
  phrases: "Wordings of questions that this detection answers.",
  advisories: "true: the rows are packages, which the server compares with its advisories.",
  tables: "Tables that the checks read, the main one first.",
  related: "Detections that a deep investigation runs as well.",
  key: "Columns of the evidence that identify a row across runs.",
};

const edgeFields = {
  ...shared,
  edge: "The kind of the edge, as chains show it: SudoRoot.",
  title: "What the edge is, in one short sentence.",
  description: "When the edge exists, and what is not seen.",
  from: "The type of the node that the edge leaves.",
  to: "The type of the node that the edge reaches.",
  cost: "The attacker's effort, from 1 (none) to 10 (luck or patience).",
  sentence: "One hop in words; {from}, {to}, {host} and {column} are filled in.",
  remediation: "The repair that removes the edge, in the same form; null if it is no fault.",
  words:
    'What else people call it: "without cron" takes out the edges of each rule with that word.',
  words_in: "The column that says which of the words a row is about; by default all of them.",
};

/** JSON Schemas of the files that operators write, by file name, for editors. */
export const jsonSchemas: Record<string, object> = {
  "detection.schema.json": schemaOf("A detection", OwnDetection, detectionFields),
  "edge.schema.json": schemaOf("An attack path rule", OwnEdgeRule, edgeFields),
};

function schemaOf(
  title: string,
  { properties, ...schema }: { properties: Record<string, TSchema> },
  descriptions: Record<string, string>,
): object {
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    { ...property, description: descriptions[name] },
  ]);
  return { $schema: draft, title, ...schema, properties: Object.fromEntries(described) };
}
