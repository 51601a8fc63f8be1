import { ownValue } from "../../../core/own-value.ts";

/** Platforms as osquery, Fleet and older packs write them, as agents report them. */
const platformsByName: Record<string, string[]> = {
  posix: ["linux", "darwin"],
  windows: ["win32"],
  macos: ["darwin"],
  centos: ["linux"],
  debian: ["linux"],
  rhel: ["linux"],
  ubuntu: ["linux"],
};
const everyPlatform = new Set(["", "all", "any"]);

/** Platforms as people write them. */
export const platformText = (platform: string): string =>
  platform === "win32" ? "windows" : platform;

/** Whether a declaration such as `linux,darwin` includes a platform. */
export function includesPlatform(declared: string, platform: string): boolean {
  const names = declared.toLowerCase().split(/[\s,]+/);
  return names.some(
    (name) =>
      everyPlatform.has(name) || (ownValue(platformsByName, name) ?? [name]).includes(platform),
  );
}

/** An agent's operating system as Node names platforms. */
export const platformOf = (os: string): string => (os === "windows" ? "win32" : os);
