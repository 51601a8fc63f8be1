import { openLowdbStore } from "../../src/store/lowdb/open-lowdb-store.ts";

/** The types of the events stored for an investigation, oldest first. */
export async function storedEventTypes(dataDir: string, id: string) {
  const store = await openLowdbStore({ dir: dataDir });
  const types: string[] = [];
  for await (const { event } of store.scan("event")) {
    const data = event.data as { investigation_id?: string; investigation?: object };
    const about = data.investigation_id ?? data.investigation;
    if (JSON.stringify(about ?? null).includes(id)) types.push(event.event_type);
  }
  await store.close();
  return types;
}
