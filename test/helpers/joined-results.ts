import type { PackageAdvisory } from "../../src/brain/advisories/advisory.ts";
import { createAdvisoryIndex } from "../../src/brain/advisories/create-index.ts";
import { createJudge } from "../../src/brain/advisories/create-judge.ts";
import { joinAdvisories } from "../../src/brain/advisories/join-advisories.ts";
import type { DetectionDefinition } from "../../src/brain/detections/schema.ts";
import type { HostAnswer } from "../../src/brain/model/host-answer.ts";
import type { StatementResult } from "../../src/contract/plan.ts";
import { agentRecord } from "./records.ts";

export const nowMs = Date.parse("2026-11-01T00:00:00Z");

/** A host's answer with these results. */
export function answerOf(results: StatementResult[], os = "linux"): HostAnswer {
  return {
    agent: agentRecord({ agent_id: "web-1", os }),
    source: "live",
    results: new Map(results.map((result) => [result.id, result])),
    gap: null,
    receipt: null,
  };
}

/** An operator's advisories that are some days old. */
export function judgeOf(advisories: PackageAdvisory[], days = 0) {
  const index = createAdvisoryIndex(16 << 20);
  index.add(advisories, nowMs - days * 86_400_000);
  return createJudge(index);
}

/** A detection's results on a host, compared with advisories if there are any. */
export async function joinedResults(
  definition: DetectionDefinition,
  results: StatementResult[],
  {
    os,
    advisories,
    days,
  }: { os: string; advisories?: PackageAdvisory[] | undefined; days?: number | undefined },
) {
  const judge = advisories && judgeOf(advisories, days);
  const answer = answerOf(results, os);
  return (await joinAdvisories(answer, [definition], { advisories: judge, nowMs })).results;
}
