import type { Cell } from "../../contract/common.ts";
import type { Posture } from "../../contract/posture.ts";
import type { Coverage, Finding } from "../../contract/summary.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import { acceptedCount, count, list } from "../text/wording.ts";

interface HeadlineInput extends Pick<Posture, "verdict" | "checks" | "path_count"> {
  coverage: Coverage;
  /** Of weaknesses and of intrusions. */
  findings: Finding[];
  /** The number of accepted findings. */
  accepted: number;
  /** The hosts with a path to root. */
  hostsWithPath: string[];
  /** Whether the search for paths ended before it was complete. */
  searchCut: boolean;
  definitionOf(detectionId: string): DetectionDefinition | undefined;
}

/** The verdict in one sentence, after the hosts that it says nothing about. */
export function headline(input: HeadlineInput): string {
  const { coverage } = input;
  const missing = coverage.unanswered.length;
  const first =
    missing > 0 ? `${missing} of ${count(coverage.agents_targeted, "host")} did not answer. ` : "";
  const last =
    input.searchCut && input.verdict === "weak"
      ? " The search for ways to root timed out, so there may be more."
      : "";
  return `${first}${sentence(input)}${last}`;
}

function sentence(input: HeadlineInput): string {
  const { verdict, checks, coverage, findings, hostsWithPath } = input;
  const hosts = coverage.agents_answered;
  const made = `${count(checks.passed, "check")} passed, ${checks.unknown} could not be made`;
  const accepted = input.accepted > 0 ? acceptedCount(input.accepted) : "";
  const besides = accepted && `; ${accepted}`;
  if (verdict === "weak") {
    const affected = new Set([...findings.map(({ agent_id }) => agent_id), ...hostsWithPath]).size;
    const where = hosts > 1 ? ` on ${affected} of ${count(hosts, "host")}` : "";
    return `No: ${list(problems(input), 9)}${where}; ${made}${besides}.`;
  }
  const where = hosts > 1 ? ` on ${count(hosts, "host")}` : "";
  if (verdict === "no_weakness_found")
    return `No weakness was found${where}${accepted && ` besides ${accepted}`}: ${made}.`;
  if (checks.passed > 0)
    return `Unknown: the search for ways to root timed out${where}; ${made}${besides}.`;
  return checks.unknown + input.accepted === 0
    ? `Unknown: no check of the catalogue applies${where}.`
    : `Unknown: ${count(checks.unknown, "check")} could not be made${where}, and none passed${besides}.`;
}

/** "3 ways to root", "2 services open to the network", "5 other weaknesses". */
function problems({ path_count, findings, definitionOf }: HeadlineInput): string[] {
  const kindOf = ({ detection_id }: Finding) => definitionOf(detection_id)?.kind;
  const isExposure = ({ detection_id }: Finding) =>
    definitionOf(detection_id)?.tables[0] === "listening_ports";
  const weaknesses = findings.filter((finding) => kindOf(finding) === "weakness");
  const services = openServices(weaknesses.filter(isExposure));
  const intrusions = findings.filter((finding) => kindOf(finding) === "intrusion").length;
  const others = weaknesses.filter((finding) => !isExposure(finding)).length;
  const isAlone = path_count + services + intrusions === 0;
  return [
    ...phrase(path_count, "way to root", "ways to root"),
    ...phrase(intrusions, "sign of intrusion", "signs of intrusion"),
    ...phrase(services, "service open to the network", "services open to the network"),
    ...(isAlone
      ? phrase(others, "weakness", "weaknesses")
      : phrase(others, "other weakness", "other weaknesses")),
  ];
}

const phrase = (number: number, one: string, several: string) =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : several}`];

/** Several detections may report the same port. */
function openServices(findings: Finding[]): number {
  const ports = findings.flatMap(({ agent_id, evidence: { columns, rows } }) => {
    const cell = (row: Cell[], column: string) => row[columns.indexOf(column)] ?? "";
    return rows.map((row) => `${agent_id} ${cell(row, "port")}`);
  });
  return new Set(ports).size;
}
