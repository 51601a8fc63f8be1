import type { Collected, CollectedTable } from "../model/table.ts";
import { objectsOf, textOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromEngines } from "./engines/from-engines.ts";
import { labelsOf } from "./engines/labels.ts";

/** One row per label of a network. */
export const dockerNetworkLabels: CollectedTable = {
  name: "docker_network_labels",
  description: "Labels of Docker networks.",
  platforms: ["linux"],
  columns: { id: "TEXT", key: "TEXT", value: "TEXT" },
  collect: (host) => fromEngines(host, ({ docker }) => readNetworkLabels(docker)),
};

export async function readNetworkLabels(docker: DockerApi): Promise<Collected> {
  const rows = objectsOf(await docker.networks()).flatMap(({ Id, Labels }) =>
    labelsOf(Labels).map((label) => ({ id: textOf(Id), ...label })),
  );
  return { rows, gaps: [] };
}
