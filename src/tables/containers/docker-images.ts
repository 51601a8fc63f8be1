import type { Collected, CollectedTable } from "../model/table.ts";
import { imageId } from "../parsers/docker-json.ts";
import { listOf, numberOf, objectsOf } from "../parsers/json-values.ts";
import { type DockerApi, openDocker } from "./docker-api.ts";

/** One image a row. */
export const dockerImages: CollectedTable = {
  name: "docker_images",
  description: "Docker images on the host.",
  platforms: ["linux"],
  columns: { id: "TEXT", created: "BIGINT", size_bytes: "BIGINT", tags: "TEXT" },
  collect: (host) => readImages(openDocker(host)),
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
