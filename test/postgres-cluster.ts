import { dropDatabases } from "./helpers/postgres/given-databases.ts";
import { endSharedCluster, removeSharedFolder } from "./helpers/postgres/shared-cluster.ts";

/** Ends the cluster that the tests of this run shared, if any of them needed one. */
export default function stopSharedCluster(): () => Promise<void> {
  removeSharedFolder();
  return async () => {
    const given = process.env.DATABASE_URL;
    if (given !== undefined) await dropDatabases(given);
    await endSharedCluster();
  };
}
