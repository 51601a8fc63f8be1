import type { Collected, CollectedTable } from "../model/table.ts";
import { objectOf, objectsOf, textOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromEngines } from "./engines/from-engines.ts";

/** One row per volume. */
export const dockerVolumes: CollectedTable = {
  name: "docker_volumes",
  description: "Docker volumes.",
  platforms: ["linux"],
  columns: { name: "TEXT", driver: "TEXT", mount_point: "TEXT", type: "TEXT" },
  collect: (host) => fromEngines(host, ({ docker }) => readVolumes(docker)),
};

export async function readVolumes(docker: DockerApi): Promise<Collected> {
  const rows = objectsOf(objectOf(await docker.volumes()).Volumes).map((volume) => ({
    name: textOf(volume.Name),
    driver: textOf(volume.Driver),
    mount_point: textOf(volume.Mountpoint),
    type: textOf(objectOf(volume.Options).type) ?? "",
  }));
  return { rows, gaps: [] };
}
