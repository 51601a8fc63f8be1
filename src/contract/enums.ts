/*
 * The contract's enums and limits, apart from the schemas built from them, so that the command line
 * can use them without loading a schema library.
 */

/** The maximum length of a page of a list. */
export const maxPageSize = 200;
/** The maximum number of rows in an answer; `RowPage` has the others. */
export const maxAnswerRows = 500;

/** Lowest first. */
export const severities = ["info", "low", "medium", "high", "critical"] as const;

/** How critical a host is to its operators; lowest first. */
export const criticalities = ["normal", "high", "critical"] as const;

export const agentStatuses = ["Connected", "Disconnected"] as const;

export const depths = ["quick", "standard", "deep"] as const;

export const modes = ["auto", "cached", "live"] as const;

export const investigationStatuses = [
  "queued",
  "running",
  "completed",
  "failed",
  "cancelled",
] as const;

/** Whether an investigation has ended. */
export function isTerminal(status: (typeof investigationStatuses)[number]): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** The days of a calendar schedule: every day, Monday to Friday, or one day of the week. */
export const calendarDays = [
  "day",
  "weekday",
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

/** Every scope a key can have; each operation requires one. */
export const apiScopes = [
  "investigations:trigger",
  "investigations:read",
  "curiosity:read",
  "curiosity:write",
  "webhooks:read",
  "webhooks:write",
  "agents:read",
  "agents:write",
  "agents:connect",
  "keys:read",
  "keys:write",
] as const;

/** The types of events that subscribers can receive. */
export const eventTypes = [
  "investigation.queued",
  "investigation.completed",
  "investigation.failed",
  "finding.discovered",
  "finding.resolved",
  "chain.confirmed",
  "agent.registered",
] as const;

/** Whether a subscription to `*` receives a type: later additions must be named. */
export function isInAll(type: (typeof eventTypes)[number]): boolean {
  return type !== "finding.resolved";
}

/** The last two are final. */
export const deliveryStatuses = ["pending", "retrying", "delivered", "failed_permanent"] as const;

/** Whether a delivery is finished. */
export function isFinal(status: (typeof deliveryStatuses)[number]): boolean {
  return status === "delivered" || status === "failed_permanent";
}

/** The values of `min_severity` in a subscription. */
export const filterSeverities = ["low", "medium", "high", "critical"] as const;
