import { policiesOf } from "../../brain/hosts/tag-policies.ts";
import type { AgentSettings } from "../../contract/agent.ts";
import type { Store } from "../../store/port/store.ts";
import type { AgentRecord } from "../../store/records.ts";
import { settingsFor } from "./agent-settings.ts";
import type { PlanExchange } from "./plan-exchange.ts";

/** Tracks the settings that each agent was sent, and makes changed ones reach it soon. */
export function createSentSettings(store: Store, exchange: PlanExchange) {
  /** Revision of the settings last sent, by id of the agent's record. */
  const sent = new Map<string, string>();
  /** Agents whose settings changed while they weren't polling. */
  const outdated = new Set<string>();

  const settingsOf = async (agent: AgentRecord) =>
    settingsFor(agent, await policiesOf(store, agent.account_id));

  async function sendSettings(agent: AgentRecord): Promise<AgentSettings> {
    // Cleared first: a change while the settings are read must be sent again.
    outdated.delete(agent.id);
    const settings = await settingsOf(agent);
    sent.set(agent.id, settings.revision);
    return settings;
  }

  /** Ends the agent's open polls, since each response carries the revision; otherwise its next poll returns at once. */
  function resend(id: string): void {
    if (!exchange.isPolling(id)) outdated.add(id);
    exchange.interrupt(id);
  }

  return {
    settingsOf,
    sendSettings,
    resend,
    /** Whether the agent's next poll must return at once. */
    isOutdated: (id: string) => outdated.has(id),
    sentRevision: (id: string) => sent.get(id),
    forget(id: string) {
      sent.delete(id);
      outdated.delete(id);
    },
  };
}
