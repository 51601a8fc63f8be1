import type { Collected, CollectedTable } from "../model/table.ts";
import { numberOf, objectsOf, textOf } from "../parsers/json-values.ts";
import { containerIds } from "./engines/container-ids.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromContainers } from "./engines/from-engines.ts";

/** Docker's numbers for the kinds of change, and osquery's letters. */
const kinds = ["C", "A", "D"];

/** One row per file that differs from a container's image. */
export const dockerContainerFsChanges: CollectedTable = {
  name: "docker_container_fs_changes",
  description: "Files of Docker containers that were changed (C), added (A) or deleted (D).",
  platforms: ["linux"],
  columns: { id: "TEXT", path: "TEXT", change_type: "TEXT" },
  collect: (host) => fromContainers(host, ({ docker }) => readFsChanges(docker)),
};

export async function readFsChanges(docker: DockerApi): Promise<Collected> {
  const ids = await containerIds(docker);
  const rows = await Promise.all(
    ids.map(async (id) =>
      objectsOf(await docker.changes(id)).map(({ Path, Kind }) => ({
        id,
        path: textOf(Path),
        change_type: kinds[numberOf(Kind) ?? -1] ?? null,
      })),
    ),
  );
  return { rows: rows.flat(), gaps: [] };
}
