import type { Collected, CollectedTable } from "../model/table.ts";
import { imageId } from "../parsers/docker-json.ts";
import { objectsOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromEngines } from "./engines/from-engines.ts";
import { labelsOf } from "./engines/labels.ts";

/** One row per label of an image. */
export const dockerImageLabels: CollectedTable = {
  name: "docker_image_labels",
  description: "Labels of Docker images.",
  platforms: ["linux"],
  columns: { id: "TEXT", key: "TEXT", value: "TEXT" },
  collect: (host) => fromEngines(host, ({ docker }) => readImageLabels(docker)),
};

export async function readImageLabels(docker: DockerApi): Promise<Collected> {
  const rows = objectsOf(await docker.images()).flatMap(({ Id, Labels }) =>
    labelsOf(Labels).map((label) => ({ id: imageId(Id), ...label })),
  );
  return { rows, gaps: [] };
}
