import type { Collected, CollectedTable } from "../model/table.ts";
import { containerName } from "../parsers/docker-json.ts";
import { numberOf, objectsOf, textOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromContainers } from "./engines/from-engines.ts";

/** One row per container port; the host's side is NULL for a port that is not published. */
export const dockerContainerPorts: CollectedTable = {
  name: "docker_container_ports",
  description: "Ports of Docker containers and where the host publishes them.",
  platforms: ["linux"],
  columns: {
    id: "TEXT",
    type: "TEXT",
    port: "INTEGER",
    host_ip: "TEXT",
    host_port: "INTEGER",
    container_name: "TEXT",
  },
  collect: (host) => fromContainers(host, ({ docker }) => readContainerPorts(docker)),
};

export async function readContainerPorts(docker: DockerApi): Promise<Collected> {
  const rows = objectsOf(await docker.containers()).flatMap((container) =>
    objectsOf(container.Ports).map((port) => ({
      id: textOf(container.Id),
      type: textOf(port.Type),
      port: numberOf(port.PrivatePort),
      host_ip: textOf(port.IP),
      host_port: numberOf(port.PublicPort),
      container_name: containerName(container),
    })),
  );
  return { rows, gaps: [] };
}
