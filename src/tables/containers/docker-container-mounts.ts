import type { Host } from "../host/port.ts";
import type { Collected, CollectedTable } from "../model/table.ts";
import { containerName } from "../parsers/docker-json.ts";
import { flagOf, type JsonObject, objectsOf, textOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromContainers } from "./engines/from-engines.ts";
import { boundVolumes, realPath } from "./mount-paths.ts";

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
    /** The host's folder or file that it is, behind links and volumes that stand for one; NULL for others. */
    host_path: "TEXT",
  },
  collect: (host) => fromContainers(host, ({ docker }) => readContainerMounts(host, docker)),
};

export async function readContainerMounts(host: Host, docker: DockerApi): Promise<Collected> {
  const volumes = boundVolumes(await docker.volumes());
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
      host_path: hostPath(host, mount, volumes),
    })),
  );
  return { rows, gaps: [] };
}

function hostPath(host: Host, mount: JsonObject, volumes: Map<string, string>): string | null {
  const source =
    mount.Type === "bind" ? textOf(mount.Source) : volumes.get(textOf(mount.Name) ?? "");
  return source ? realPath(host, source) : null;
}
