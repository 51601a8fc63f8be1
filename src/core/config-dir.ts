import { join } from "node:path";
import type { PlatformPlace } from "./data-dir.ts";

/** The platform's folder for what a person has set up, apart from the data of a server. */
export function defaultConfigDir({ env, platform, home }: PlatformPlace): string {
  if (platform === "darwin") return join(home, "Library", "Preferences", "inquest");
  if (platform === "win32") return join(env.APPDATA ?? join(home, "AppData", "Roaming"), "inquest");
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), "inquest");
}
