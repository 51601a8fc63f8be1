import type { Invocation, Notification } from "sarif";
import type { Investigation } from "../../contract/investigation.ts";
import type { UnknownCheck } from "../../contract/posture.ts";
import type { CheckTally } from "../../contract/summary.ts";
import { hasCoverage, noCoverageText, reasonText } from "../plain/coverage.ts";
import { count } from "../text/section.ts";
import { hostLocation } from "./location.ts";
import { message } from "./message.ts";

/** The run with its gaps as notifications, so that no results isn't mistaken for no findings. */
export function invocation(investigation: Investigation): Invocation {
  const { status, started_at, completed_at, summary, error } = investigation;
  return {
    executionSuccessful: status === "completed",
    startTimeUtc: started_at,
    ...(completed_at && { endTimeUtc: completed_at }),
    toolExecutionNotifications: [
      ...(error ? [{ level: "error" as const, message: message(error.message) }] : []),
      ...(summary && !hasCoverage(summary.coverage)
        ? [{ level: "note" as const, message: message(noCoverageText) }]
        : []),
      ...(summary?.coverage.unanswered.map(notSeen) ?? []),
      ...(summary?.checks.filter(({ unknown }) => unknown > 0).map(notChecked) ?? []),
      ...(summary?.posture?.unknown.map(lifted) ?? []),
    ],
  };
}

function notSeen({
  agent_id,
  reason,
}: {
  agent_id: string;
  reason: CheckTally["unknown_reasons"][number]["reason"];
}): Notification {
  const text = `${agent_id} was not seen: ${reasonText(reason)}.`;
  return { level: "warning", message: message(text), locations: [hostLocation(agent_id)] };
}

function lifted({ title, lift }: UnknownCheck): Notification {
  return { level: "note", message: message(`${title}: ${lift}`) };
}

function notChecked({ detection_id, unknown, unknown_reasons }: CheckTally): Notification {
  return {
    level: "warning",
    message: message(`${detection_id} could not be checked on ${count(unknown, "host")}.`),
    locations: unknown_reasons.map(({ agent_id }) => hostLocation(agent_id)),
  };
}
