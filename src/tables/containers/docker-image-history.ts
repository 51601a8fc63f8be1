import type { Collected, CollectedTable } from "../model/table.ts";
import { imageId } from "../parsers/docker-json.ts";
import { joinedOf, numberOf, objectsOf, textOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromEngines } from "./engines/from-engines.ts";

/** One row per layer of an image. */
export const dockerImageHistory: CollectedTable = {
  name: "docker_image_history",
  description: "How Docker images were built, layer by layer.",
  platforms: ["linux"],
  columns: {
    id: "TEXT",
    created: "BIGINT",
    size: "BIGINT",
    created_by: "TEXT",
    tags: "TEXT",
    comment: "TEXT",
  },
  collect: (host) => fromEngines(host, ({ docker }) => readImageHistory(docker)),
};

export async function readImageHistory(docker: DockerApi): Promise<Collected> {
  const ids = objectsOf(await docker.images()).map((image) => imageId(image.Id));
  const known = ids.filter((id) => id !== null);
  const histories = await Promise.all(
    known.map(async (id) => ({ id, layers: objectsOf(await docker.imageHistory(id)) })),
  );
  const rows = histories.flatMap(({ id, layers }) =>
    layers.map((layer) => ({
      id,
      created: numberOf(layer.Created),
      size: numberOf(layer.Size),
      created_by: textOf(layer.CreatedBy),
      tags: joinedOf(layer.Tags),
      comment: textOf(layer.Comment),
    })),
  );
  return { rows, gaps: [] };
}
