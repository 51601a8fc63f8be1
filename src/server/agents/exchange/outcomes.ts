import type { PendingPlan, PlanOutcome } from "./agent-queue.ts";

type Failure = Extract<PlanOutcome, { ok: false }>;

export const connectionLost: Failure = {
  ok: false,
  reason: "offline",
  detail: "the agent's connection was lost",
};

export const agentRestarted: Failure = {
  ok: false,
  reason: "error",
  detail: "the agent restarted before it answered",
};

export const serverStopping: Failure = {
  ok: false,
  reason: "offline",
  detail: "the server is stopping",
};

export function timeoutOutcome(state: PendingPlan["state"]): Failure {
  return state === "waiting"
    ? { ok: false, reason: "offline", detail: "the agent did not fetch the plan" }
    : { ok: false, reason: "timed_out", detail: "the agent did not answer in time" };
}
