import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { addressRows, readInterfaces } from "../ifconfig.ts";

/** No tool shows how an IPv4 address was assigned: its `type` is NULL. */
export const collectDarwin = async (host: Host): Promise<Collected> => ({
  rows: addressRows(await readInterfaces(host)),
  gaps: [],
});
