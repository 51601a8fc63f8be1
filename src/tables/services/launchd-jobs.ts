import { readUsers } from "../accounts/open-directory.ts";
import type { GapReader } from "../host/gap-reader.ts";
import { readPlistDict } from "../host/read-plist.ts";
import type { PlistDict } from "../parsers/plist/values.ts";

/** A property list that tells launchd of a job. */
export interface LaunchdJob {
  path: string;
  kind: "daemon" | "agent";
  /** Whose folder it is in; undefined for the machine's own. */
  owner: string | undefined;
  dict: PlistDict;
}

const folders = [
  { folder: "/System/Library/LaunchDaemons", kind: "daemon" },
  { folder: "/System/Library/LaunchAgents", kind: "agent" },
  { folder: "/Library/LaunchDaemons", kind: "daemon" },
  { folder: "/Library/LaunchAgents", kind: "agent" },
  { folder: "/Library/Apple/System/Library/LaunchDaemons", kind: "daemon" },
  { folder: "/Library/Apple/System/Library/LaunchAgents", kind: "agent" },
] as const;

/** Every job in the folders that launchd loads, each user's own agents included. */
export async function readLaunchdJobs(read: GapReader): Promise<LaunchdJob[]> {
  const users = await readUsers(read.host);
  read.report(...users.gaps);
  const own = users.entries
    .filter(({ home }) => home.startsWith("/Users/"))
    .map(({ name, home }) => ({
      folder: `${home}/Library/LaunchAgents`,
      kind: "agent" as const,
      owner: name,
    }));
  const all: { folder: string; kind: LaunchdJob["kind"]; owner?: string }[] = [...folders, ...own];
  return all.flatMap(({ folder, kind, owner }) =>
    read
      .list(folder)
      .filter((name) => name.endsWith(".plist"))
      .flatMap((name) => {
        const path = `${folder}/${name}`;
        const dict = readPlistDict(read, path);
        return dict ? [{ path, kind, owner, dict }] : [];
      }),
  );
}
