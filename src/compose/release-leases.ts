import type { Store } from "../store/port.ts";

/** One process at a time holds a data folder, so a lease found at its start is a dead process's. */
export async function releaseLeases(store: Store): Promise<void> {
  for await (const record of store.scan("investigation")) {
    if (record.lease !== null) {
      await store.commit([
        { type: "put", kind: "investigation", record: { ...record, lease: null } },
      ]);
    }
  }
}
