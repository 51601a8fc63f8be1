/*
 * The contract's word lists, apart from the schemas built of them, so that the command
 * line can offer them without loading a schema library.
 */

/** Lowest first. */
export const severities = ["info", "low", "medium", "high", "critical"] as const;

/** What a host means to its operators; lowest first. */
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

/** A status an investigation never leaves. */
export function isTerminal(status: (typeof investigationStatuses)[number]): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** Every scope a key can carry; each operation needs one. */
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

/** What happens and can be told to a subscriber. */
export const eventTypes = [
  "investigation.queued",
  "investigation.completed",
  "investigation.failed",
  "finding.discovered",
  "chain.confirmed",
  "agent.registered",
] as const;

/** The last two are final. */
export const deliveryStatuses = ["pending", "retrying", "delivered", "failed_permanent"] as const;

/** A status that a delivery never leaves. */
export function isFinal(status: (typeof deliveryStatuses)[number]): boolean {
  return status === "delivered" || status === "failed_permanent";
}

/** The severities that a subscription can ask for at least. */
export const filterSeverities = ["low", "medium", "high", "critical"] as const;
