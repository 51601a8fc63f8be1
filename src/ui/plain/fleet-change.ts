import type { Agent } from "../../contract/agent.ts";
import { escapeControl } from "../../core/escape-control.ts";
import type { Paint } from "../text/style.ts";

/** A difference between two listings of the fleet; a `gone` agent is no longer listed. */
export interface FleetChange {
  type: "added" | "gone" | "connected" | "disconnected" | "changed";
  /** The agent in the later listing; for `gone`, in the earlier one. */
  agent: Agent;
}

const paints: Record<FleetChange["type"], Paint> = {
  added: "green",
  connected: "green",
  changed: "cyan",
  disconnected: "red",
  gone: "red",
};

const texts: Record<FleetChange["type"], string> = {
  added: "is new in this list",
  connected: "is connected",
  changed: "has changed",
  disconnected: "is disconnected",
  gone: "is no longer in this list",
};

/** `2026-11-01T08:00:00Z  web-1 is disconnected`. */
export function changeText({ type, agent, atMs }: FleetChange & { atMs: number }): string {
  const time = new Date(atMs).toISOString().replace(/\.\d+Z$/, "Z");
  return `${time}  ${escapeControl(agent.agent_id)} ${texts[type]}`;
}

export function changePaint({ type }: FleetChange): Paint {
  return paints[type];
}
