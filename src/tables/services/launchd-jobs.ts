import { readUsers } from "../accounts/open-directory.ts";
import type { GapReader } from "../host/gap-reader.ts";
import { readPlistDict } from "../host/read-plist.ts";
import type { PlistDict } from "../parsers/plist/values.ts";

/** A property list that defines a launchd job. */
export interface LaunchdJob {
  path: string;
  kind: "daemon" | "agent";
  /** The user whose folder it is in; undefined for the machine's folders. */
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

/** Jobs in all folders that launchd loads, including each user's agents. */
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
