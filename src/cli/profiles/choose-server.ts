import { AppError } from "../../core/errors.ts";
import { suggest } from "../../core/suggest.ts";
import type { GlobalFlags } from "../flags/common-flags.ts";
import { defaultProfile } from "../flags/profile-name.ts";
import { type Profile, profileNames, readProfile } from "./profile-store.ts";

type PlaceFlags = Pick<GlobalFlags, "server" | "api-key" | "profile" | "data-dir">;

/**
 * The server that flags, the environment or a profile name; undefined where this machine's data
 * folder is meant. A data folder that is named goes before the default profile, which nobody
 * named. A profile's key is for its own server alone.
 */
export function chooseServer(
  flags: PlaceFlags,
  folder: string,
): { url: string; apiKey: string | undefined } | undefined {
  const { server, "api-key": apiKey } = flags;
  if (server !== undefined) return { url: server, apiKey: apiKey ?? keyFor(server, flags, folder) };
  const profile = chosenProfile(flags, folder);
  return profile ? { url: profile.server, apiKey: apiKey ?? profile.apiKey } : undefined;
}

function keyFor(server: string, { profile: name }: PlaceFlags, folder: string) {
  const profile = chosenProfile({ profile: name }, folder);
  return profile?.server === server ? profile.apiKey : undefined;
}

function chosenProfile({ profile, "data-dir": dataDir }: PlaceFlags, folder: string) {
  if (profile !== undefined) return namedProfile(folder, profile);
  return dataDir === undefined ? readProfile(folder, defaultProfile) : null;
}

/** The profile with this name; one that isn't there is an error with what was meant. */
function namedProfile(folder: string, name: string): Profile {
  const profile = readProfile(folder, name);
  if (profile) return profile;
  throw unknownProfile(folder, name);
}

export function unknownProfile(folder: string, name: string): AppError {
  const names = profileNames(folder);
  const meant = suggest(name, names);
  const saved =
    names.length > 0 ? `Saved profiles: ${names.join(", ")}.` : `Create it: ${loginAs(name)}`;
  return new AppError("not_found", `There is no profile ${name}.`, {
    hint: meant ? `Did you mean ${meant}?` : saved,
    kind: "not_found",
  });
}

function loginAs(name: string): string {
  return name === defaultProfile ? "inquest login" : `inquest login --profile ${name}`;
}

/** What is told where a profile was asked for and another server goes before it. */
export function ignoredProfileNote(
  { server, profile }: PlaceFlags,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (server === undefined || profile === undefined || profile === env.INQUEST_PROFILE) return;
  const by = server === env.INQUEST_SERVER?.replace(/\/+$/, "") ? "INQUEST_SERVER" : "--server";
  return `${by} is set to ${server}, which overrides the profile ${profile}.`;
}
