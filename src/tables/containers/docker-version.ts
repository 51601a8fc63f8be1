import type { Collected, CollectedTable } from "../model/table.ts";
import { objectOf, textOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromEngines } from "./engines/from-engines.ts";

/** One row: the daemon's version. */
export const dockerVersion: CollectedTable = {
  name: "docker_version",
  description: "Version of the Docker daemon.",
  platforms: ["linux"],
  columns: {
    version: "TEXT",
    api_version: "TEXT",
    min_api_version: "TEXT",
    git_commit: "TEXT",
    go_version: "TEXT",
    os: "TEXT",
    arch: "TEXT",
    kernel_version: "TEXT",
    build_time: "TEXT",
  },
  collect: (host) => fromEngines(host, ({ docker }) => readVersion(docker)),
};

export async function readVersion(docker: DockerApi): Promise<Collected> {
  const version = objectOf(await docker.version());
  const text = (name: string) => textOf(version[name]);
  const row = {
    version: text("Version"),
    api_version: text("ApiVersion"),
    min_api_version: text("MinAPIVersion"),
    git_commit: text("GitCommit"),
    go_version: text("GoVersion"),
    os: text("Os"),
    arch: text("Arch"),
    kernel_version: text("KernelVersion"),
    build_time: text("BuildTime"),
  };
  return { rows: [row], gaps: [] };
}
