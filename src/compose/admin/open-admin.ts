import { discoverServer } from "../discovery/discover-server.ts";
import { isOverDatabase } from "../store/where-records-are.ts";
import { folderAdmin } from "./folder-admin.ts";
import { serverAdmin } from "./server-admin.ts";
import type { Admin } from "./types.ts";

/** Administers a data folder through the server that has it open, else directly. */
export async function openAdmin(dataDir: string): Promise<Admin> {
  const server = await discoverServer(dataDir);
  if (!server) return folderAdmin(dataDir);
  if (!isOverDatabase(dataDir)) return serverAdmin(server);
  // Stopping the server would not help: these say what does.
  const { inspect, repair, restore } = folderAdmin(dataDir);
  return { ...serverAdmin(server), inspect, repair, restore };
}
