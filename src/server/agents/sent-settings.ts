import { policiesOf } from "../../brain/hosts/tag-policies.ts";
import type { AgentSettings } from "../../contract/agent.ts";
import type { SharedSettings } from "../../store/port/shared-state.ts";
import type { Store } from "../../store/port/store.ts";
import type { AgentRecord } from "../../store/records.ts";
import { settingsFor } from "./agent-settings.ts";
import type { PlanExchange } from "./exchange/plan-exchange.ts";

/** Tracks the settings that each agent was sent, and makes changed ones reach it soon. */
export function createSentSettings({
  store,
  exchange,
  shared,
  onError,
}: {
  store: Store;
  exchange: PlanExchange;
  /** Notifies other servers over the same database, which the agent may poll next. */
  shared?: { settings: SharedSettings } | undefined;
  onError(error: unknown): void;
}) {
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

  function markOutdated(id: string): void {
    if (!exchange.isPolling(id)) outdated.add(id);
  }

  // The interrupt ends the polls of all servers.
  const stop = shared?.settings.watch((ids) => {
    for (const id of ids) {
      sent.delete(id);
      markOutdated(id);
    }
  });

  /** Ends the agent's open polls, since each response carries the revision; otherwise its next poll returns at once. */
  function resend(id: string): void {
    markOutdated(id);
    shared?.settings.changed(id).catch(onError);
    exchange.interrupt(id);
  }

  return {
    settingsOf,
    sendSettings,
    resend,
    /** Whether the agent's next poll must return at once. */
    isOutdated: (id: string) => outdated.has(id),
    sentRevision: (id: string) => sent.get(id),
    stop: () => stop?.(),
    forget(id: string) {
      sent.delete(id);
      outdated.delete(id);
    },
  };
}
