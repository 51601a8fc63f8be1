import { createHash } from "node:crypto";
import { effectsOf } from "../../brain/hosts/tag-policies.ts";
import { type AgentSettings, maxWaitSeconds } from "../../contract/agent.ts";
import { canonicalJson } from "../../core/json.ts";
import type { AgentRecord, PolicyRecord } from "../../store/records.ts";

const defaultSnapshotSeconds = 15 * 60;

/** An agent's settings, from the policies of its account. */
export function settingsFor(
  { agent_id, tags }: Pick<AgentRecord, "agent_id" | "tags">,
  policies: PolicyRecord[],
): AgentSettings {
  const { deniedTables, snapshotIntervalMs } = effectsOf(policies, tags);
  const settings = {
    agent_id,
    wait_seconds: maxWaitSeconds,
    snapshot_interval_seconds:
      snapshotIntervalMs === null ? defaultSnapshotSeconds : Math.round(snapshotIntervalMs / 1000),
    denied_tables: deniedTables,
  };
  const revision = createHash("sha256").update(canonicalJson(settings)).digest("hex").slice(0, 16);
  return { ...settings, revision };
}
