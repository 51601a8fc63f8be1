import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { defaultDataDir, demoDataDir } from "../../core/data-dir.ts";
import type { GlobalFlags } from "../flags/common-flags.ts";

type PlaceFlags = Pick<GlobalFlags, "data-dir">;

/** The data folder that the flags name, or the default one. */
export function dataDirOf(flags: PlaceFlags, env: NodeJS.ProcessEnv): string {
  const place = { env, platform: process.platform, home: homedir() };
  return flags["data-dir"] ?? defaultDataDir(place);
}

/** The data folder a command works on: the demo's if none is named and only the demo's server runs. */
export async function findDataDir(flags: PlaceFlags, env: NodeJS.ProcessEnv): Promise<string> {
  const dataDir = dataDirOf(flags, env);
  const demo = demoDataDir(dataDir);
  if (flags["data-dir"] !== undefined || !existsSync(demo)) return dataDir;
  const { discoverServer } = await import("../../compose/discovery/discover-server.ts");
  if (await discoverServer(dataDir)) return dataDir;
  return (await discoverServer(demo)) ? demo : dataDir;
}
