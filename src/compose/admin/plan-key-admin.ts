import type { PinningAgents, PlanKeyReport } from "../../contract/plan-key.ts";
import type { Clock } from "../../core/clock.ts";
import { planKeyView } from "../../server/agents/plan-key-view.ts";
import type { PlanKeys } from "../../server/agents/plan-keys.ts";
import type { Store } from "../../store/port/store.ts";
import type { Admin } from "./types.ts";

interface PlanKeyServices {
  store: Store;
  planKeys: PlanKeys;
  clock: Clock;
}

/** Agents listed by name; the rest are only counted. */
const maxListedAgents = 20;

/** Administers the plan key of an open data folder, for the server and for commands on the folder. */
export function planKeyAdmin(
  services: PlanKeyServices,
): Pick<Admin, "showPlanKey" | "rotatePlanKey"> {
  const { planKeys, clock } = services;
  return {
    showPlanKey: () => report(services),
    async rotatePlanKey(overlapMs) {
      planKeys.rotate(overlapMs, clock.now());
      return report(services);
    },
  };
}

async function report({ store, planKeys, clock }: PlanKeyServices): Promise<PlanKeyReport> {
  const view = planKeyView(planKeys, clock.now());
  const pinning = await agentsByPinnedKey(store);
  const takeAgents = (keyId: string) => {
    const agentIds = pinning.get(keyId) ?? [];
    pinning.delete(keyId);
    return listAgents(agentIds);
  };
  return {
    ...view,
    pinned_by: takeAgents(view.key_id),
    previous: view.previous.map((key) => ({ ...key, pinned_by: takeAgents(key.key_id) })),
    stranded: listAgents([...pinning.values()].flat()),
  };
}

async function agentsByPinnedKey(store: Store): Promise<Map<string, string[]>> {
  const byKey = new Map<string, string[]>();
  for await (const { agent_id, pinned_key_id } of store.scan("agent")) {
    if (!pinned_key_id) continue;
    const others = byKey.get(pinned_key_id);
    if (others) others.push(agent_id);
    else byKey.set(pinned_key_id, [agent_id]);
  }
  return byKey;
}

function listAgents(agentIds: string[]): PinningAgents {
  return { count: agentIds.length, agent_ids: agentIds.sort().slice(0, maxListedAgents) };
}
