import type { HostAnswer } from "../model/host-answer.ts";
import { count, list } from "../text/wording.ts";

/** The dates of the advisories behind an answer, and what they know no fix for. */
export function describeAdvisories(answers: HostAnswer[]): string[] {
  const used = answers.flatMap(({ advisories = [] }) => advisories);
  const changedAt = new Map(used.flatMap((one) => [...one.changedAt]));
  const dates = [...changedAt].map(
    ([ecosystem, ms]) => `${ecosystem} of ${new Date(ms).toISOString().slice(0, 10)}`,
  );
  const unfixed = new Map(
    used.flatMap((one) => one.unfixed.map(({ package: name, ids }) => [name, ids] as const)),
  );
  const names = [...unfixed].map(([name, ids]) => `${name} (${list(ids, 1)})`);
  return [
    ...(dates.length > 0 ? [`Advisories: ${list(dates.sort(), 5)}.`] : []),
    ...(names.length > 0
      ? [`No fix yet, not counted: ${count(names.length, "package")}, ${list(names.sort(), 5)}.`]
      : []),
  ];
}
