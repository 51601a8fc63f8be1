import type { Collected, CollectedTable } from "../model/table.ts";
import { listOf, objectOf } from "../parsers/json-values.ts";
import { containerIds } from "./engines/container-ids.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromContainers } from "./engines/from-engines.ts";

/** One row per environment variable that a container was created with. */
export const dockerContainerEnvs: CollectedTable = {
  name: "docker_container_envs",
  description: "Environment variables that Docker containers were created with.",
  platforms: ["linux"],
  columns: { id: "TEXT", key: "TEXT", value: "TEXT" },
  collect: (host) => fromContainers(host, ({ docker }) => readContainerEnvs(docker)),
};

export async function readContainerEnvs(docker: DockerApi): Promise<Collected> {
  const ids = await containerIds(docker);
  const rows = await Promise.all(
    ids.map(async (id) => {
      const { Config } = objectOf(await docker.container(id));
      return listOf(objectOf(Config).Env).map((entry) => ({ id, ...splitEntry(String(entry)) }));
    }),
  );
  return { rows: rows.flat(), gaps: [] };
}

/** "KEY=value"; a variable may have no value. */
function splitEntry(entry: string) {
  const at = entry.indexOf("=");
  return at < 0
    ? { key: entry, value: null }
    : { key: entry.slice(0, at), value: entry.slice(at + 1) };
}
