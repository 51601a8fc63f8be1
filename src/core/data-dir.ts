import { join } from "node:path";

export interface PlatformEnvironment {
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
  home: string;
}

/** The platform's folder for inquest's data (the store, its keys). */
export function defaultDataDir({ env, platform, home }: PlatformEnvironment): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", "inquest");
  if (platform === "win32")
    return join(env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "inquest");
  return join(env.XDG_DATA_HOME || join(home, ".local", "share"), "inquest");
}

/** The folder of `server --demo`, beside the default one, so that the demo's hosts never mix with real ones. */
export function demoDataDir(defaultDir: string): string {
  return `${defaultDir}-demo`;
}
