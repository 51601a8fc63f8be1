import type { Collected, CollectedTable } from "../model/table.ts";
import { containerName } from "../parsers/docker-json.ts";
import { flagOf, objectsOf, textOf } from "../parsers/json-values.ts";
import { type DockerApi, openDocker } from "./docker-api.ts";

/** One row per mount of a container. */
export const dockerContainerMounts: CollectedTable = {
  name: "docker_container_mounts",
  description: "Host folders and volumes mounted in Docker containers.",
  platforms: ["linux"],
  columns: {
    id: "TEXT",
    type: "TEXT",
    name: "TEXT",
    source: "TEXT",
    destination: "TEXT",
    driver: "TEXT",
    mode: "TEXT",
    rw: "INTEGER",
    propagation: "TEXT",
    container_name: "TEXT",
  },
  collect: (host) => readContainerMounts(openDocker(host)),
};

export async function readContainerMounts(docker: DockerApi): Promise<Collected> {
  const rows = objectsOf(await docker.containers()).flatMap((container) =>
    objectsOf(container.Mounts).map((mount) => ({
      id: textOf(container.Id),
      type: textOf(mount.Type),
      name: textOf(mount.Name),
      source: textOf(mount.Source),
      destination: textOf(mount.Destination),
      driver: textOf(mount.Driver),
      mode: textOf(mount.Mode),
      rw: flagOf(mount.RW),
      propagation: textOf(mount.Propagation),
      container_name: containerName(container),
    })),
  );
  return { rows, gaps: [] };
}
