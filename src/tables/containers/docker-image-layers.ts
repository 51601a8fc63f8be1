import type { Collected, CollectedTable } from "../model/table.ts";
import { imageId } from "../parsers/docker-json.ts";
import { listOf, objectOf, objectsOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromEngines } from "./engines/from-engines.ts";

/** One row per layer of an image, from the lowest. */
export const dockerImageLayers: CollectedTable = {
  name: "docker_image_layers",
  description: "Layers of Docker images, from the lowest.",
  platforms: ["linux"],
  columns: { id: "TEXT", layer_id: "TEXT", layer_order: "INTEGER" },
  collect: (host) => fromEngines(host, ({ docker }) => readImageLayers(docker)),
};

export async function readImageLayers(docker: DockerApi): Promise<Collected> {
  const ids = objectsOf(await docker.images())
    .map(({ Id }) => imageId(Id))
    .filter((id) => id !== null);
  const rows = await Promise.all(
    ids.map(async (id) => {
      const { RootFS } = objectOf(await docker.image(id));
      return listOf(objectOf(RootFS).Layers).map((layer, index) => ({
        id,
        layer_id: imageId(layer),
        layer_order: index + 1,
      }));
    }),
  );
  return { rows: rows.flat(), gaps: [] };
}
