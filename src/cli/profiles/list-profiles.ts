import { AppError } from "../../core/errors.ts";
import type { ProfileList, ProfileRow } from "../../ui/views/profiles.ts";
import { defaultProfile } from "../flags/profile-name.ts";
import { unknownProfile } from "./choose-server.ts";
import { profileFolder, profileNames, readProfile, removeProfile } from "./profile-store.ts";

/** All profiles by name, without their keys, and with the problem of an unusable one. */
export function listProfiles(env: NodeJS.ProcessEnv): ProfileList {
  const folder = profileFolder(env);
  const inUse = env.INQUEST_PROFILE || defaultProfile;
  return {
    profiles: profileNames(folder).map((name) => rowOf(folder, name, name === inUse)),
  };
}

function rowOf(folder: string, name: string, isDefault: boolean): ProfileRow {
  const row = { profile: name, server: null, saved_at: null, default: isDefault, problem: null };
  try {
    const profile = readProfile(folder, name);
    return { ...row, server: profile?.server ?? null, saved_at: profile?.savedAt ?? null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...row, problem: error.message };
  }
}

/** Removes a profile and its key. */
export function logout(name: string | undefined, env: NodeJS.ProcessEnv): { profile: string } {
  const folder = profileFolder(env);
  const profile = name ?? defaultProfile;
  if (!removeProfile(folder, profile)) throw unknownProfile(folder, profile);
  return { profile };
}
