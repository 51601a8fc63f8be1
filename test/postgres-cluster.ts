import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type SharedCluster, sharedClusterFile, sharedClusterFolder } from "./helpers/postgres.ts";

/** Stops the cluster that the tests of this run shared, if any of them needed one. */
export default function stopSharedCluster(): () => Promise<void> {
  return async () => {
    const file = sharedClusterFile();
    if (existsSync(file)) {
      const { pid, folder } = JSON.parse(readFileSync(file, "utf8")) as SharedCluster;
      process.kill(pid, "SIGINT");
      while (existsSync(`${folder}/data/postmaster.pid`)) await delay(20);
      rmSync(folder, { recursive: true, force: true });
    }
    rmSync(sharedClusterFolder(), { recursive: true, force: true });
  };
}
