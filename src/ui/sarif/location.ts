import type { Location } from "sarif";
import { escapeControl } from "../../core/escape-control.ts";

/**
 * A host. Code scanning takes only results that are in some line of a file: a host's is the first
 * of `agents/<agent id>`, which needs not exist.
 */
export function hostLocation(agentId: string, hostname = agentId): Location {
  // Characters that can't be encoded as UTF-8 can't be part of a URI.
  const id = agentId.replace(/\p{Surrogate}/gu, "\ufffd");
  return {
    physicalLocation: {
      artifactLocation: { uri: `agents/${encodeURIComponent(id)}` },
      region: { startLine: 1 },
    },
    logicalLocations: [
      {
        name: escapeControl(hostname),
        fullyQualifiedName: escapeControl(agentId),
        kind: "resource",
      },
    ],
  };
}
