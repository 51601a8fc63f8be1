import { chmodSync, mkdirSync, readdirSync, rmSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { defaultConfigDir } from "../../core/config-dir.ts";
import { AppError } from "../../core/errors.ts";
import { readRegularFile } from "../../core/files/read-regular-file.ts";
import { writeDurablySync } from "../../core/write-durably.ts";
import { isProfileName } from "../flags/profile-name.ts";

/** A server and the key for it, under a name. */
export interface Profile {
  name: string;
  server: string;
  apiKey: string;
  savedAt: string;
  /** Certificate of the authority that signed the server's, PEM, if the system doesn't have it. */
  authority?: string;
}

const ending = ".json";

/** The folder with one file per profile, so that concurrent logins don't overwrite each other. */
export function profileFolder(env: NodeJS.ProcessEnv): string {
  return join(defaultConfigDir({ env, platform: process.platform, home: homedir() }), "profiles");
}

/** Null if there is no profile with this name. */
export function readProfile(folder: string, name: string): Profile | null {
  const path = pathOf(folder, name);
  try {
    const bytes = readRegularFile(path, (stats) => refuseSharedFile(path, stats));
    return parseProfile(name, bytes.toString("utf8"), path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (codeOf(error) === "ENOENT") return null;
    throw unusable(`${path} can't be read (${codeOf(error)}).`, "Check its permissions.");
  }
}

/** Writes a profile that only its owner can read, replacing one of the same name. */
export function saveProfile(folder: string, profile: Profile): void {
  const { name, server, apiKey, savedAt, authority } = profile;
  const content = { server, api_key: apiKey, saved_at: savedAt, ca_cert: authority };
  const text = JSON.stringify(content, null, 2);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    const path = pathOf(folder, name);
    writeDurablySync(path, `${text}\n`, { temporaryPath: `${path}.tmp` });
  } catch (error) {
    throw unusable(`The profile can't be saved in ${folder} (${codeOf(error)}).`);
  }
}

/** Removes a profile, even a damaged one; false if there was none. */
export function removeProfile(folder: string, name: string): boolean {
  try {
    rmSync(pathOf(folder, name));
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw unusable(`${pathOf(folder, name)} can't be removed (${codeOf(error)}).`);
  }
}

/** The names of all profiles, sorted. */
export function profileNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .filter(isProfileName)
      .sort();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw unusable(`${folder} can't be read (${codeOf(error)}).`);
  }
}

function pathOf(folder: string, name: string): string {
  return join(folder, name + ending);
}

/** Like ssh for private keys. Windows has no mode bits, and protects home folders itself. */
function refuseSharedFile(path: string, stats: Stats): void {
  const mode = stats.mode & 0o777;
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  throw unusable(
    `${path} is readable by other users (mode ${mode.toString(8)}), so its key is not used.`,
    `Run chmod 600 ${path}; if others may have read it, log in with a new key.`,
  );
}

function parseProfile(name: string, text: string, path: string): Profile {
  try {
    const { server, api_key: apiKey, saved_at: savedAt, ca_cert: authority } = JSON.parse(text);
    if ([server, apiKey, savedAt, authority ?? ""].every((part) => typeof part === "string"))
      return { name, server, apiKey, savedAt, ...(authority !== undefined && { authority }) };
  } catch {
    // Reported below, like JSON of another shape.
  }
  throw unusable(
    `${path} is not a valid profile.`,
    `Save it again with inquest login --profile ${name}, or remove it with inquest logout --profile ${name}.`,
  );
}

function unusable(message: string, hint?: string): AppError {
  return new AppError("profile_unusable", message, { hint });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
