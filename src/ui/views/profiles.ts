import { escapeControl } from "../../core/escape-control.ts";
import { relativeTime } from "../text/relative-time.ts";
import { paragraphs } from "../text/section.ts";
import { paint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import type { View } from "./view.ts";

export interface LoggedIn {
  profile: string;
  server: string;
  /** Whether it is used when no profile is given. */
  default: boolean;
  /** A scope that the key lacks. */
  missing_scope?: string;
}

export interface ProfileRow {
  profile: string;
  /** Null where the profile can't be used. */
  server: string | null;
  saved_at: string | null;
  /** Whether it is used when no profile is given. */
  default: boolean;
  /** Why it can't be used. */
  problem: string | null;
}

export interface ProfileList {
  profiles: ProfileRow[];
}

export const loggedInView: View<LoggedIn> = {
  plain: ({ profile, server, default: isDefault, missing_scope }, style) => [
    ...paragraphs(`Logged in to ${server}; saved as the profile ${profile}.`, style),
    ...(missing_scope === undefined
      ? []
      : paragraphs(`The key is valid, but lacks the scope ${missing_scope}.`, style)),
    ...paragraphs(
      isDefault
        ? "Commands now use this server by default."
        : `Use it with --profile ${profile} or INQUEST_PROFILE=${profile}.`,
      style,
    ),
  ],
};

export const loggedOutView: View<{ profile: string }> = {
  json: ({ profile }) => ({ profile, removed: true }),
  plain: ({ profile }, style) =>
    paragraphs(
      `Removed the profile ${profile} and its key. The key itself stays valid until it is revoked on the server.`,
      style,
    ),
};

/** Profiles by name; never their keys. */
export const profileListView: View<ProfileList> = {
  plain: ({ profiles }, style) => {
    if (profiles.length === 0)
      return paragraphs("No profiles yet. Save one: inquest login --server https://…", style);
    const problems = profiles.flatMap(({ problem }) => (problem === null ? [] : [problem]));
    const rows = profiles.map(({ profile, server, saved_at, default: isDefault }) => [
      profile,
      isDefault ? "yes" : "",
      server ?? "unusable",
      saved_at === null ? "" : relativeTime(saved_at, style.nowMs),
    ]);
    return [
      ...renderTable(
        { columns: ["profile", "default", "server", "saved"], rows, whole: ["profile"] },
        style,
      ),
      ...problems.map((problem) => paint(style, "yellow", escapeControl(problem))),
    ];
  },
};
