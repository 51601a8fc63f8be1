import { usageError } from "../errors/usage-error.ts";

/** The profile that is used when none is given. */
export const defaultProfile = "default";

/** Valid as a file name on every platform; lower case, since some ignore case. */
const name = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export function isProfileName(text: string): boolean {
  return name.test(text);
}

export function parseProfileName(text: string): string {
  if (isProfileName(text)) return text;
  throw usageError(
    `"${text}" is not a valid profile name.`,
    "Use up to 64 lower-case letters, digits, dots, hyphens and underscores.",
  );
}
