import { type Reached, reachInto } from "../search/find-reachable.ts";
import type { CutShort } from "../search/types.ts";
import type { ExplainedWalk, SearchContext } from "./search-context.ts";

interface Carrier {
  node: number;
  cost: number;
  steps: number;
}

export interface CarriersInto {
  nodes: Carrier[];
  cutShort: CutShort | null;
}

/** Uses that are followed at most, each with two searches. */
const maxUses = 200;

/**
 * Who can only reach the target of `direct` with something carried: everyone who can get both to
 * where it is read and to where it is used.
 */
export function findCarriedInto(
  { estate, budget }: SearchContext,
  { graph, maxSteps, carriedUses }: ExplainedWalk,
  direct: Reached,
): CarriersInto {
  const found = new Map<number, Carrier>();
  let uses = 0;
  let cutShort: CutShort | null = null;
  const into = (ends: readonly number[]) => reachInto(graph, ends, { maxSteps, budget });
  const all: Reached = {
    ...direct,
    costOf: (node) => found.get(node)?.cost ?? direct.costOf(node),
    stepsOf: (node) => found.get(node)?.steps ?? direct.stepsOf(node),
  };
  for (let before = -1; before < found.size && !cutShort; ) {
    before = found.size;
    const nodes = [...direct.nodes, ...found.keys()];
    for (const { to, cost, reader, users } of carriedUses({ ...all, nodes })) {
      const [reading, using] = [into([reader]), into(users)];
      cutShort = ++uses > maxUses ? "steps" : (reading.cutShort ?? using.cutShort);
      if (cutShort) break;
      for (const node of using.nodes) {
        if (node >= estate.graph.nodes || reading.costOf(node) < 0 || all.costOf(node) >= 0)
          continue;
        const steps = reading.stepsOf(node) + using.stepsOf(node) + 1 + all.stepsOf(to);
        if (steps > maxSteps) continue;
        const total = reading.costOf(node) + using.costOf(node) + cost + all.costOf(to);
        found.set(node, { node, cost: total, steps });
      }
    }
  }
  return { nodes: [...found.values()], cutShort };
}
