import { policiesOf } from "../../brain/hosts/tag-policies.ts";
import type { AgentSettings } from "../../contract/agent.ts";
import type { Store } from "../../store/port.ts";
import type { AgentRecord } from "../../store/records.ts";
import { settingsFor } from "./agent-settings.ts";
import type { PlanExchange } from "./plan-exchange.ts";

/** What each agent knows of the settings that hold for it. */
export function createToldSettings(store: Store, exchange: PlanExchange) {
  /** Revision of the settings that each agent was last told, by id of its record. */
  const told = new Map<string, string>();
  /** Agents whose settings changed while they weren't polling. */
  const untold = new Set<string>();

  const settingsOf = async (agent: AgentRecord) =>
    settingsFor(agent, await policiesOf(store, agent.account_id));

  async function tellSettings(agent: AgentRecord): Promise<AgentSettings> {
    // First: what changes while the settings are read is to be told again.
    untold.delete(agent.id);
    const settings = await settingsOf(agent);
    told.set(agent.id, settings.revision);
    return settings;
  }

  /** Ends the agent's polls, for each answer tells the settings' revision; between two polls, the next one. */
  function tellSoon(id: string): void {
    if (!exchange.isPolling(id)) untold.add(id);
    exchange.interrupt(id);
  }

  return {
    settingsOf,
    tellSettings,
    tellSoon,
    /** Whether the agent's next poll is to be answered at once. */
    isUntold: (id: string) => untold.has(id),
    /** The revision that the agent was told last. */
    revisionTold: (id: string) => told.get(id),
    forget(id: string) {
      told.delete(id);
      untold.delete(id);
    },
  };
}
