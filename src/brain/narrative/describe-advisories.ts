import { advisoryTable } from "../advisories/join-rows.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import { count, list } from "../text/wording.ts";
import type { NarrativeInput } from "./narrative-input.ts";

const most = 5;

/** The dates of the advisories behind an answer, what they know no fix for, and what they lack. */
export function describeAdvisories({
  answers,
  posture,
}: Pick<NarrativeInput, "answers" | "posture">): string[] {
  const used = answers.flatMap(({ advisories = [] }) => advisories);
  // Without any, a posture lists the checks that need them among those that could not be made.
  if (posture && used.length === 0) return [];
  const changedAt = new Map(used.flatMap((one) => [...one.changedAt]));
  const dates = [...changedAt].map(
    ([ecosystem, ms]) => `${ecosystem} of ${new Date(ms).toISOString().slice(0, 10)}`,
  );
  const unfixed = new Map(
    used.flatMap((one) => one.unfixed.map(({ package: name, ids }) => [name, ids])),
  );
  const names = [...unfixed].map(([name, ids]) => `${name} (${list(ids, 1)})`).sort();
  const lacking = [...hostsByGap(answers)].map(
    ([detail, hosts]) => `${detail} (${list(hosts, 3)})`,
  );
  return [
    ...(dates.length > 0 ? [`Advisories: ${list(dates.sort(), most)}.`] : []),
    ...(names.length > 0
      ? [`No fix yet, not counted: ${count(names.length, "package")}, ${list(names, most)}.`]
      : []),
    ...(lacking.length > 0 ? [`Not compared: ${list(lacking, most)}.`] : []),
  ];
}

function hostsByGap(answers: HostAnswer[]): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const { agent, results } of answers) {
    const gaps = [...results.values()].flatMap((result) => result.gaps);
    const details = gaps.filter(({ table }) => table === advisoryTable).map((gap) => gap.detail);
    for (const detail of new Set(details))
      hosts.set(detail, [...(hosts.get(detail) ?? []), agent.hostname]);
  }
  return hosts;
}
