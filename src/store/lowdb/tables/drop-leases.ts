import { isVersionedJob, type Tables } from "./tables.ts";

/** One process at a time holds a data folder, so leases found on opening belong to a dead process. */
export function dropLeases(tables: Tables): void {
  for (const kind of tables.kinds()) {
    const table = tables.table(kind);
    for (const found of [...table.rows.values()]) {
      if (!isVersionedJob(found) || found.record.lease === null) continue;
      table.put({ ...found.record, lease: null }, found.revision);
    }
  }
}
