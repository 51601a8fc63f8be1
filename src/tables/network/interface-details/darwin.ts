import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { detailRows, readInterfaces } from "../ifconfig.ts";

/** ifconfig has no counters: these columns are NULL. */
export const collectDarwin = async (host: Host): Promise<Collected> => ({
  rows: detailRows(await readInterfaces(host)),
  gaps: [],
});
