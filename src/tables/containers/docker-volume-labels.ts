import type { Collected, CollectedTable } from "../model/table.ts";
import { objectOf, objectsOf, textOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromEngines } from "./engines/from-engines.ts";
import { labelsOf } from "./engines/labels.ts";

/** One row per label of a volume. */
export const dockerVolumeLabels: CollectedTable = {
  name: "docker_volume_labels",
  description: "Labels of Docker volumes.",
  platforms: ["linux"],
  columns: { name: "TEXT", key: "TEXT", value: "TEXT" },
  collect: (host) => fromEngines(host, ({ docker }) => readVolumeLabels(docker)),
};

export async function readVolumeLabels(docker: DockerApi): Promise<Collected> {
  const rows = objectsOf(objectOf(await docker.volumes()).Volumes).flatMap(({ Name, Labels }) =>
    labelsOf(Labels).map((label) => ({ name: textOf(Name), ...label })),
  );
  return { rows, gaps: [] };
}
