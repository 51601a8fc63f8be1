import type { Collected, CollectedTable } from "../model/table.ts";
import { objectsOf, textOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromContainers } from "./engines/from-engines.ts";
import { labelsOf } from "./engines/labels.ts";

/** One row per label of a container. */
export const dockerContainerLabels: CollectedTable = {
  name: "docker_container_labels",
  description: "Labels of Docker containers.",
  platforms: ["linux"],
  columns: { id: "TEXT", key: "TEXT", value: "TEXT" },
  collect: (host) => fromContainers(host, ({ docker }) => readContainerLabels(docker)),
};

export async function readContainerLabels(docker: DockerApi): Promise<Collected> {
  const rows = objectsOf(await docker.containers()).flatMap(({ Id, Labels }) =>
    labelsOf(Labels).map((label) => ({ id: textOf(Id), ...label })),
  );
  return { rows, gaps: [] };
}
