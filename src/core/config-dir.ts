import { join } from "node:path";
import type { PlatformEnvironment } from "./data-dir.ts";

/** The platform's folder for user settings, separate from a server's data. */
export function defaultConfigDir({ env, platform, home }: PlatformEnvironment): string {
  if (platform === "darwin") return join(home, "Library", "Preferences", "inquest");
  if (platform === "win32") return join(env.APPDATA ?? join(home, "AppData", "Roaming"), "inquest");
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), "inquest");
}
