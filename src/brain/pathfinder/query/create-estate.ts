import type { Clock } from "../../../core/clock.ts";
import { createEstateGraph } from "../model/estate-graph.ts";
import type { Estate } from "../model/types.ts";
import type { EdgeRule, FactRule } from "../rules/edge-rule.ts";
import { createDeriveAhead } from "./derive-ahead.ts";
import { findRootPaths } from "./find-root-paths.ts";
import { searchEstate } from "./search-estate.ts";

/** Far more than a search of a few seconds can examine. */
const maxExaminedSteps = 500_000_000;

/** Creates an estate without hosts, with these edge rules. */
export function createEstate({
  rules,
  facts,
  clock,
}: {
  rules: EdgeRule[];
  facts: FactRule[];
  clock: Clock;
}): Estate {
  const estate = createEstateGraph(rules);
  const deriveAhead = createDeriveAhead(estate);
  const termsOf = ({ timeoutMs }: { timeoutMs: number }) => {
    const nowMs = clock.now();
    const budget = {
      deadlineMs: nowMs + timeoutMs,
      nowMs: () => clock.now(),
      maxExamined: maxExaminedSteps,
    };
    return { estate, facts, nowMs, budget };
  };
  return {
    hosts: () => estate.hosts,
    replace: estate.replace,
    remove: estate.remove,
    search: (request) => searchEstate({ ...termsOf(request), request }),
    findRootPaths: (request) => findRootPaths(termsOf(request), request),
    deriveAhead: (forMs) =>
      deriveAhead({ deadlineMs: clock.now() + forMs, nowMs: () => clock.now() }),
  };
}
