import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createPathfinder, type Pathfinder } from "../../brain/pathfinder/model/pathfinder.ts";
import {
  loadEdgeRules,
  type PathRules,
  statementsFor,
} from "../../brain/pathfinder/rules/load-edge-rules.ts";
import { startEstates } from "../../brain/pathfinder/worker/start-estates.ts";
import { packageRoot } from "../program/package-root.ts";

export interface RunningPathfinder {
  pathfinder: Pathfinder;
  close(): Promise<void>;
}

/** The pathfinder with the shipped edge rules. Rules and worker thread are loaded at the first question about paths. */
export function startPathfinder(): RunningPathfinder {
  let loaded: PathRules | undefined;
  const rules = () => {
    loaded ??= loadEdgeRules(join(packageRoot(), "data", "edges"));
    return loaded;
  };
  const estates = startEstates(
    pathToFileURL(join(packageRoot(), "dist", "estate-worker.js")),
    rules,
  );
  const pathfinder = createPathfinder({
    statementsFor(os) {
      const { edgeRules, factRules } = rules();
      return statementsFor([...edgeRules, ...factRules], os);
    },
    openEstate: (accountId) => estates.open(accountId),
  });
  return { pathfinder, close: () => estates.close() };
}
