import { objectsOf, textOf } from "../../parsers/json-values.ts";
import type { DockerApi } from "./docker-api.ts";

/** The ids of an engine's containers, or only of those that run. */
export async function containerIds(
  docker: DockerApi,
  { running = false }: { running?: boolean } = {},
): Promise<string[]> {
  return objectsOf(await docker.containers())
    .filter(({ State }) => !running || State === "running")
    .map(({ Id }) => textOf(Id))
    .filter((id) => id !== null);
}
