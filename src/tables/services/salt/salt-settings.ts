import { createHash } from "node:crypto";
import { parse } from "yaml";
import type { GapReader } from "../../host/gap-reader.ts";
import { expandGlob } from "../../host/glob.ts";
import { isPresent } from "../../host/inspect.ts";

export type SaltSettings = Record<string, unknown>;

/** The settings of salt's master or minion: later files replace those of earlier ones. */
export function readSettings(read: GapReader, role: "master" | "minion"): SaltSettings | undefined {
  const main = `/etc/salt/${role}`;
  const files = [main, ...expandGlob(read, `${main}.d/*.conf`)].filter((path) =>
    isPresent(read.host, path),
  );
  if (files.length === 0) return undefined;
  return Object.assign({}, ...files.map((path) => settingsIn(read, path)));
}

function settingsIn(read: GapReader, path: string): SaltSettings {
  try {
    const settings: unknown = parse(read.text(path) ?? "");
    return settings !== null && typeof settings === "object" ? (settings as SaltSettings) : {};
  } catch {
    read.report({ reason: "error", detail: `${path}: not YAML` });
    return {};
  }
}

/** SHA-256 of a public key, without regard to the ends of its lines; null where there is none. */
export function keyHash(read: GapReader, path: string): string | null {
  const text = read.text(path);
  if (text === undefined || text.trim() === "") return null;
  return createHash("sha256").update(text.replace(/\s+/g, "")).digest("hex");
}

export const textOf = (settings: SaltSettings, name: string, fallback: string): string =>
  typeof settings[name] === "string" ? (settings[name] as string) : fallback;
