import { discoverServer } from "../discovery/discover-server.ts";
import { folderAdmin } from "./folder-admin.ts";
import { serverAdmin } from "./server-admin.ts";
import type { Admin } from "./types.ts";

/** Administers a data folder through the server that has it open, else directly. */
export async function openAdmin(dataDir: string): Promise<Admin> {
  const server = await discoverServer(dataDir);
  return server ? serverAdmin(server) : folderAdmin(dataDir);
}
