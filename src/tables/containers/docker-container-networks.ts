import type { Collected, CollectedTable } from "../model/table.ts";
import { numberOf, objectOf, objectsOf, textOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromContainers } from "./engines/from-engines.ts";

/** One row per network of a container. */
export const dockerContainerNetworks: CollectedTable = {
  name: "docker_container_networks",
  description: "Networks of Docker containers and their addresses there.",
  platforms: ["linux"],
  columns: {
    id: "TEXT",
    name: "TEXT",
    network_id: "TEXT",
    endpoint_id: "TEXT",
    gateway: "TEXT",
    ip_address: "TEXT",
    ip_prefix_len: "INTEGER",
    ipv6_gateway: "TEXT",
    ipv6_address: "TEXT",
    ipv6_prefix_len: "INTEGER",
    mac_address: "TEXT",
  },
  collect: (host) => fromContainers(host, ({ docker }) => readContainerNetworks(docker)),
};

export async function readContainerNetworks(docker: DockerApi): Promise<Collected> {
  const rows = objectsOf(await docker.containers()).flatMap(({ Id, NetworkSettings }) =>
    Object.entries(objectOf(objectOf(NetworkSettings).Networks)).map(([name, settings]) => {
      const network = objectOf(settings);
      return {
        id: textOf(Id),
        name,
        network_id: textOf(network.NetworkID),
        endpoint_id: textOf(network.EndpointID),
        gateway: textOf(network.Gateway),
        ip_address: textOf(network.IPAddress),
        ip_prefix_len: numberOf(network.IPPrefixLen),
        ipv6_gateway: textOf(network.IPv6Gateway),
        ipv6_address: textOf(network.GlobalIPv6Address),
        ipv6_prefix_len: numberOf(network.GlobalIPv6PrefixLen),
        mac_address: textOf(network.MacAddress),
      };
    }),
  );
  return { rows, gaps: [] };
}
