import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { endKeeper } from "./processes.ts";
import type { Cluster } from "./start-cluster.ts";

/** What the files of a run know of their cluster: where it is, or why it could not be started. */
type Shared = { url: string; keeper: number; folder: string } | { failed: string };

/** Where the files of a run, which run in threads of one process, find what they share. */
export const sharedFolder = () => join(tmpdir(), `inquest-tests-postgres-${process.pid}`);
const fileIn = (folder: string) => join(folder, "cluster.json");

/** The URL of the run's cluster, which the first caller starts. */
export async function sharedCluster(
  start: (removeToo: string[]) => Promise<Cluster>,
  folder = sharedFolder(),
): Promise<string> {
  const file = fileIn(folder);
  try {
    mkdirSync(folder);
  } catch {
    // Another thread starts it.
    while (!existsSync(file)) await delay(50);
    return urlOf(JSON.parse(readFileSync(file, "utf8")));
  }
  const shared = await start([folder]).then(
    (made): Shared => ({ url: made.url(), keeper: made.keeper, folder: made.folder }),
    (error: unknown): Shared => ({ failed: String(error) }),
  );
  writeFileSync(`${file}.new`, JSON.stringify(shared));
  renameSync(`${file}.new`, file);
  return urlOf(shared);
}

function urlOf(shared: Shared): string {
  if ("failed" in shared) throw new Error(shared.failed);
  return shared.url;
}

/** Ends the run's cluster, if there is one. */
export async function endSharedCluster(): Promise<void> {
  const file = fileIn(sharedFolder());
  if (existsSync(file)) {
    const shared = JSON.parse(readFileSync(file, "utf8")) as Shared;
    if (!("failed" in shared)) await endKeeper(shared.keeper, shared.folder);
  }
  removeSharedFolder();
}

/** One that a killed run with the same process id left would be taken for this run's. */
export function removeSharedFolder(): void {
  rmSync(sharedFolder(), { recursive: true, force: true });
}
