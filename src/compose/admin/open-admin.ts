import { discoverServer } from "../discovery/discover-server.ts";
import { folderAdmin } from "./folder-admin.ts";
import { serverAdmin } from "./server-admin.ts";
import type { Admin } from "./types.ts";

/** Looks after a data folder through the server that has it open, else on the folder itself. */
export async function openAdmin(dataDir: string): Promise<Admin> {
  const server = await discoverServer(dataDir);
  return server ? serverAdmin(server) : folderAdmin(dataDir);
}
