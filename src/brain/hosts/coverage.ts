import type { Coverage, GapReason } from "../../contract/summary.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import { list } from "../text/wording.ts";

/** Why a host counts as unanswered: there is no answer, or every statement failed. */
export function unansweredReason({
  gap,
  results,
}: HostAnswer): Pick<NonNullable<HostAnswer["gap"]>, "reason" | "detail"> | null {
  if (gap) return gap;
  const all = [...results.values()];
  const errors = all.flatMap(({ error }) => error ?? []);
  const because = (wanted: GapReason) => errors.find(({ reason }) => reason === wanted);
  const first = because("denied") ?? because("policy") ?? errors[0];
  return first && errors.length === all.length
    ? { reason: first.reason, detail: first.message }
    : null;
}

/** The refusals of plans, with the agents behind each: "web-1 refused the plan: …". */
export function refusalsOf(answers: HostAnswer[]): string[] {
  const hosts = new Map<string, string[]>();
  for (const { agent, gap } of answers) {
    if (!gap?.isRefusal) continue;
    hosts.set(gap.detail, [...(hosts.get(gap.detail) ?? []), agent.agent_id]);
  }
  return [...hosts].map(([detail, names]) => `${list(names, 5)} refused the plan: ${detail}`);
}

/** The numbers of hosts asked and answered, by source, and the unanswered hosts. */
export function coverageOf(answers: HostAnswer[]): Coverage {
  const unanswered = answers.flatMap((answer) => {
    const gap = unansweredReason(answer);
    return gap ? [{ agent_id: answer.agent.agent_id, reason: gap.reason }] : [];
  });
  const answered = answers.filter((answer) => unansweredReason(answer) === null);
  const cached = answered.filter((answer) => answer.source === "cached").length;
  return {
    agents_targeted: answers.length,
    agents_answered: answered.length,
    unanswered,
    cached,
    live: answered.length - cached,
  };
}
