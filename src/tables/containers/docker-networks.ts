import type { Collected, CollectedTable } from "../model/table.ts";
import { flagOf, objectOf, objectsOf, textOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromEngines } from "./engines/from-engines.ts";

/** One row per network. */
export const dockerNetworks: CollectedTable = {
  name: "docker_networks",
  description: "Docker networks.",
  platforms: ["linux"],
  columns: {
    id: "TEXT",
    name: "TEXT",
    driver: "TEXT",
    created: "BIGINT",
    enable_ipv6: "INTEGER",
    subnet: "TEXT",
    gateway: "TEXT",
  },
  collect: (host) => fromEngines(host, ({ docker }) => readNetworks(docker)),
};

export async function readNetworks(docker: DockerApi): Promise<Collected> {
  const rows = objectsOf(await docker.networks()).map((network) => {
    const [pool] = objectsOf(objectOf(network.IPAM).Config);
    const created = Date.parse(textOf(network.Created) ?? "");
    return {
      id: textOf(network.Id),
      name: textOf(network.Name),
      driver: textOf(network.Driver),
      created: Number.isNaN(created) ? null : Math.floor(created / 1000),
      enable_ipv6: flagOf(network.EnableIPv6),
      subnet: textOf(pool?.Subnet),
      gateway: textOf(pool?.Gateway),
    };
  });
  return { rows, gaps: [] };
}
