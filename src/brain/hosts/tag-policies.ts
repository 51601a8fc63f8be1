import type { Tags } from "../../contract/common.ts";
import { type Criticality, criticalities } from "../../contract/tag-policy.ts";
import { parseDuration } from "../../core/duration.ts";
import { ownValue } from "../../core/own-value.ts";
import { everyPage, type Store } from "../../store/port/store.ts";
import type { PolicyRecord } from "../../store/records.ts";

/** The combined effects of an agent's policies. */
export interface PolicyEffects {
  /** Ids of the policies, oldest first. */
  policies: string[];
  /** Tables that any of them denies, sorted. */
  deniedTables: string[];
  /** Names of the policies that deny a table, by table. */
  deniedBy: ReadonlyMap<string, string[]>;
  /** The highest of the policies. */
  criticality: Criticality;
  /** The shortest of the policies; null if none sets one. */
  snapshotIntervalMs: number | null;
}

/** Every policy of an account, oldest first. */
export async function policiesOf(store: Store, account: string): Promise<PolicyRecord[]> {
  const policies: PolicyRecord[] = [];
  for await (const page of everyPage(store, "policy", { account })) policies.push(...page);
  return policies;
}

/** The policy effects for an agent with these tags; a policy with an empty `match` applies to every agent. */
export function effectsOf(policies: PolicyRecord[], tags: Tags): PolicyEffects {
  const linked = policies.filter(({ match }) =>
    Object.entries(match).every(([key, value]) => ownValue(tags, key) === value),
  );
  const deniedBy = new Map<string, string[]>();
  for (const { name, deny_tables } of linked) {
    for (const table of deny_tables) deniedBy.set(table, [...(deniedBy.get(table) ?? []), name]);
  }
  const rank = Math.max(0, ...linked.map(({ criticality }) => criticalities.indexOf(criticality)));
  const intervals = linked.flatMap(({ snapshot_interval }) =>
    snapshot_interval === null ? [] : (parseDuration(snapshot_interval) ?? []),
  );
  return {
    policies: linked.map(({ id }) => id),
    deniedTables: [...deniedBy.keys()].sort(),
    deniedBy,
    criticality: criticalities[rank] ?? "normal",
    snapshotIntervalMs: intervals.length > 0 ? Math.min(...intervals) : null,
  };
}
