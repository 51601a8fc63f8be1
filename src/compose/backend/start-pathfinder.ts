import { join } from "node:path";
import { withOwn } from "../../brain/definitions/read-own-folder.ts";
import { createPathfinder, type Pathfinder } from "../../brain/pathfinder/model/pathfinder.ts";
import type { EdgeRule } from "../../brain/pathfinder/rules/edge-rule.ts";
import {
  loadEdgeRules,
  type PathRules,
  statementsFor,
} from "../../brain/pathfinder/rules/load-edge-rules.ts";
import { startEstates } from "../../brain/pathfinder/worker/start-estates.ts";
import { packageRoot, workerUrl } from "../program/package-root.ts";

export interface RunningPathfinder {
  pathfinder: Pathfinder;
  close(): Promise<void>;
}

/**
 * The pathfinder with the shipped edge rules and an operator's own. The shipped ones and the worker
 * thread are loaded at the first question about paths.
 */
export function startPathfinder(ownRules: EdgeRule[]): RunningPathfinder {
  let loaded: PathRules | undefined;
  const rules = () => {
    loaded ??= withOwnRules(loadEdgeRules(join(packageRoot(), "data", "edges")), ownRules);
    return loaded;
  };
  const estates = startEstates(workerUrl("estate"), rules);
  const pathfinder = createPathfinder({
    statementsFor(os) {
      const { edgeRules, factRules } = rules();
      return statementsFor([...edgeRules, ...factRules], os);
    },
    openEstate: (accountId) => estates.open(accountId),
  });
  return { pathfinder, close: () => estates.close() };
}

const withOwnRules = ({ edgeRules, factRules }: PathRules, own: EdgeRule[]): PathRules => ({
  edgeRules: withOwn(edgeRules, own),
  factRules,
});
