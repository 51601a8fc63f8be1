import { AppError } from "../../core/errors.ts";
import { suggest } from "../../core/suggest.ts";
import type { GlobalFlags } from "../flags/common-flags.ts";
import { defaultProfile } from "../flags/profile-name.ts";
import { type Profile, profileNames, readProfile } from "./profile-store.ts";

type PlaceFlags = Pick<GlobalFlags, "server" | "api-key" | "profile" | "data-dir">;

export interface ChosenServer {
  url: string;
  apiKey: string | undefined;
  /** Of the server's profile. */
  authority?: string | undefined;
}

/**
 * The server chosen by flags, environment or profile; undefined for this machine's data
 * folder. An explicit data folder takes precedence over the default profile. A profile's key
 * and authority are only used for its own server.
 */
export function chooseServer(flags: PlaceFlags, folder: string): ChosenServer | undefined {
  const { server: url, "api-key": apiKey } = flags;
  // Complete without a profile, which may be damaged.
  if (url !== undefined && apiKey !== undefined) return { url, apiKey };
  const profile =
    url === undefined
      ? chosenProfile(flags, folder)
      : profileOf(url, chosenProfile({ profile: flags.profile }, folder));
  if (!profile) return url === undefined ? undefined : { url, apiKey };
  const { server, authority } = profile;
  return { url: server, apiKey: apiKey ?? profile.apiKey, authority };
}

function profileOf(server: string, profile: Profile | null): Profile | null {
  return profile?.server === server ? profile : null;
}

function chosenProfile({ profile, "data-dir": dataDir }: PlaceFlags, folder: string) {
  if (profile !== undefined) return namedProfile(folder, profile);
  return dataDir === undefined ? readProfile(folder, defaultProfile) : null;
}

/** The profile with this name, or an error with a suggestion. */
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

/** A note that --server overrides a profile that was given explicitly. */
export function ignoredProfileNote(
  { server, profile }: PlaceFlags,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (server === undefined || profile === undefined || profile === env.INQUEST_PROFILE) return;
  const by = server === env.INQUEST_SERVER?.replace(/\/+$/, "") ? "INQUEST_SERVER" : "--server";
  return `${by} is set to ${server}, which overrides the profile ${profile}.`;
}
