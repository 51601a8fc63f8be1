import type { AgentSettings, ResultReceived, SnapshotReceived } from "../../contract/agent.ts";
import type { SignedPlan } from "../../contract/plan.ts";

// Checked by hand: a schema library would use a third of the agent's memory budget.

export function parseSettings(value: unknown): AgentSettings | null {
  const { agent_id, wait_seconds, snapshot_interval_seconds, denied_tables, revision } =
    fieldsOf(value);
  const isSound =
    isText(agent_id) &&
    isWithin(wait_seconds, 0, 60) &&
    isWithin(snapshot_interval_seconds, 1, 30 * 86_400) &&
    areTexts(denied_tables) &&
    isText(revision);
  return isSound
    ? { agent_id, wait_seconds, snapshot_interval_seconds, denied_tables, revision }
    : null;
}

/** Each plan is checked later, when it is verified. */
export function parsePlans(value: unknown): SignedPlan[] | null {
  const { plans } = fieldsOf(value);
  return Array.isArray(plans) && plans.every((plan) => typeof plan === "object" && plan !== null)
    ? (plans as SignedPlan[])
    : null;
}

export function parseResultStatus(value: unknown): ResultReceived["status"] | null {
  const { status } = fieldsOf(value);
  return status === "accepted" || status === "duplicate" || status === "late" ? status : null;
}

export function parseMissingTables(value: unknown): SnapshotReceived | null {
  const { missing } = fieldsOf(value);
  return areTexts(missing) ? { missing } : null;
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const isText = (value: unknown): value is string => typeof value === "string";
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isWithin = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
