import type { Collected, CollectedTable } from "../model/table.ts";
import { imageId } from "../parsers/docker-json.ts";
import { listOf, numberOf, objectsOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromEngines } from "./engines/from-engines.ts";

/** One image a row. */
export const dockerImages: CollectedTable = {
  name: "docker_images",
  description: "Docker images on the host.",
  platforms: ["linux"],
  columns: { id: "TEXT", created: "BIGINT", size_bytes: "BIGINT", tags: "TEXT" },
  collect: (host) => fromEngines(host, ({ docker }) => readImages(docker)),
};

export async function readImages(docker: DockerApi): Promise<Collected> {
  const rows = objectsOf(await docker.images()).map((image) => ({
    id: imageId(image.Id),
    created: numberOf(image.Created),
    size_bytes: numberOf(image.Size),
    tags: listOf(image.RepoTags).join(","),
  }));
  return { rows, gaps: [] };
}
