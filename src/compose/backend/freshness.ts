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

interface Estate {
  store: Store;
  clock: Clock;
  agentsOf: Fleet["agentsOf"];
}

/** What was seen is told again for so many times as long as it took to look. */
const reuseFactor = 20;
const rememberedAtMost = 1_000;

interface Look {
  atMs: number;
  freshness: Promise<Freshness>;
  /** Unknown, so without end, until the look is over: those who ask meanwhile share it. */
  reuseForMs: number;
}

/**
 * How fresh the snapshots of a scope are, as a trigger's answer tells it. Looking at a large
 * fleet takes milliseconds, so it takes a twentieth of the time at most: until then the last
 * look is told again, whose `evaluated_at` says when it was. A run itself always looks anew.
 */
export function createCachedFreshness(services: Estate): InvestigationServices["freshness"] {
  const { clock } = services;
  const looks = new Map<string, Look>();

  function lookNow(key: string, account: string, query: FreshnessQuery): Look {
    const atMs = clock.now();
    const freshness = freshnessOf(services, account, query);
    const look: Look = { atMs, freshness, reuseForMs: Number.POSITIVE_INFINITY };
    freshness.then(
      () => {
        look.reuseForMs = (clock.now() - atMs) * reuseFactor;
      },
      () => looks.delete(key),
    );
    return look;
  }

  return (account, query) => {
    const key = JSON.stringify([account, query]);
    const last = looks.get(key);
    const ageMs = last ? clock.now() - last.atMs : 0;
    // A clock that was set back would make the last look last.
    if (last && ageMs >= 0 && ageMs < last.reuseForMs) return last.freshness;
    if (looks.size >= rememberedAtMost) looks.clear();
    const look = lookNow(key, account, query);
    looks.set(key, look);
    return look.freshness;
  };
}

async function freshnessOf(
  { store, clock, agentsOf }: Estate,
  account: string,
  { scope, mode, depth }: FreshnessQuery,
): Promise<Freshness> {
  const nowMs = clock.now();
  const agents = selectInScope(await agentsOf(account), scope, nowMs);
  return describeFreshness(agents, await latestSnapshots(store, agents), { mode, depth, nowMs });
}
