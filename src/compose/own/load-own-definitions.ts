import { join } from "node:path";
import { loadDetections } from "../../brain/detections/load-detections.ts";
import { loadOwnDetections } from "../../brain/detections/own/load-own-detections.ts";
import type { OwnDetection } from "../../brain/detections/own/own-detection.ts";
import type { EdgeRule } from "../../brain/pathfinder/rules/edge-rule.ts";
import { loadEdgeRules } from "../../brain/pathfinder/rules/load-edge-rules.ts";
import { loadOwnEdgeRules } from "../../brain/pathfinder/rules/load-own-edge-rules.ts";
import { packageRoot } from "../program/package-root.ts";
import { createSqlChecker, type Preparing } from "./sql-checker.ts";

/** Folders of an operator, loaded beside what is shipped. */
export interface OwnFolders {
  detections?: string | undefined;
  edges?: string | undefined;
}

export interface OwnDefinitions {
  detections: OwnDetection[];
  edgeRules: EdgeRule[];
}

/** The definitions of the operator's folders. Throws an `AppError` if one of them is invalid. */
export async function loadOwnDefinitions(
  { detections, edges }: OwnFolders,
  engine: Preparing,
): Promise<OwnDefinitions> {
  if (detections === undefined && edges === undefined) return { detections: [], edgeRules: [] };
  const checker = await createSqlChecker(engine);
  return {
    detections:
      detections === undefined
        ? []
        : await loadOwnDetections(detections, { ...shippedDetections(), checker }),
    edgeRules:
      edges === undefined ? [] : await loadOwnEdgeRules(edges, { ...shippedEdges(), checker }),
  };
}

const idsOf = (definitions: { id: string }[]) => new Set(definitions.map(({ id }) => id));

export function shippedDetections(): { shipped: Set<string>; sharedFolder: string } {
  const data = join(packageRoot(), "data");
  return {
    shipped: idsOf(loadDetections(join(data, "detections"))),
    sharedFolder: join(data, "edges", "with"),
  };
}

export function shippedEdges(): { shipped: Set<string>; shippedFolder: string } {
  const shippedFolder = join(packageRoot(), "data", "edges");
  return { shipped: idsOf(loadEdgeRules(shippedFolder).edgeRules), shippedFolder };
}
