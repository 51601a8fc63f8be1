import { accountOfSid, bareName, leafOf } from "./account-names.ts";
import type { Answer } from "./answer.ts";
import { type Fields, flag, text } from "./values.ts";

/** User profiles; the query must be named "profiles" for `reportClosedHives` and `ownerNames`. */
export const profilesQuery = `Get-CimInstance Win32_UserProfile -Filter 'Special=False' | Select-Object SID,LocalPath,Loaded,${accountOfSid}`;

/** The registry hive of a user who is not logged in is not loaded. */
export function reportClosedHives(answer: Answer, profiles: Fields[]): void {
  const closed = profiles.filter(({ Loaded }) => flag(Loaded) === 0).length;
  if (closed > 0)
    answer.gaps.push({
      reason: "denied",
      detail: `registry of ${closed} users who are not logged in: not loaded`,
    });
}

/** Account names by SID. */
export function ownerNames(profiles: Fields[]): Map<string | null, string | null> {
  const entries = profiles.map(
    ({ SID, LocalPath, Account }) =>
      [text(SID), bareName(text(Account)) ?? leafOf(text(LocalPath))] as const,
  );
  return new Map(entries);
}
