import { hash } from "node:crypto";
import { selectInScope } from "../../brain/hosts/select-agents.ts";
import { latestSnapshots } from "../../brain/snapshots/find-snapshot.ts";
import { describeFreshness } from "../../brain/snapshots/freshness.ts";
import type { Freshness } from "../../contract/investigation.ts";
import type { Clock } from "../../core/clock.ts";
import type { Fleet } from "../../server/agents/fleet.ts";
import type {
  FreshnessQuery,
  InvestigationServices,
} from "../../server/investigations/services.ts";
import type { Store } from "../../store/port/store.ts";

interface FreshnessSources {
  store: Store;
  clock: Clock;
  agentsOf: Fleet["agentsOf"];
}

/** A result is reused for this many times as long as it took to compute. */
const reuseFactor = 20;
const maxCached = 1_000;

interface CachedFreshness {
  atMs: number;
  freshness: Promise<Freshness>;
  /** Infinite until the result is computed, so that concurrent requests share it. */
  reuseForMs: number;
}

/**
 * The freshness of a scope's snapshots, for the response to a trigger. Computing it for a large
 * fleet takes milliseconds, so results are reused until computing takes at most a twentieth of
 * the time; `evaluated_at` shows how old a result is. Runs always compute it anew.
 */
export function createCachedFreshness(
  services: FreshnessSources,
): InvestigationServices["freshness"] {
  const { clock } = services;
  const cache = new Map<string, CachedFreshness>();

  function evaluateNow(key: string, account: string, query: FreshnessQuery): CachedFreshness {
    const atMs = clock.now();
    const freshness = freshnessOf(services, account, query);
    const entry: CachedFreshness = { atMs, freshness, reuseForMs: Number.POSITIVE_INFINITY };
    freshness.then(
      () => {
        entry.reuseForMs = (clock.now() - atMs) * reuseFactor;
      },
      () => cache.delete(key),
    );
    return entry;
  }

  return (account, query) => {
    // Hashed: a thousand scopes would fill the memory.
    const key = hash("sha256", JSON.stringify([account, query]));
    const last = cache.get(key);
    const ageMs = last ? clock.now() - last.atMs : 0;
    // After the clock was set back, the last result would never expire.
    if (last && ageMs >= 0 && ageMs < last.reuseForMs) return last.freshness;
    if (cache.size >= maxCached) cache.clear();
    const entry = evaluateNow(key, account, query);
    cache.set(key, entry);
    return entry.freshness;
  };
}

async function freshnessOf(
  { store, clock, agentsOf }: FreshnessSources,
  account: string,
  { scope, mode, depth }: FreshnessQuery,
): Promise<Freshness> {
  const nowMs = clock.now();
  const agents = selectInScope(await agentsOf(account), scope, nowMs);
  return describeFreshness(agents, await latestSnapshots(store, agents), { mode, depth, nowMs });
}
