import { readOwnerNames } from "../accounts/owner-names.ts";
import { gapReader } from "../host/gap-reader.ts";
import { once } from "../host/once.ts";
import type { CollectedTable } from "../model/table.ts";
import { modeText } from "../parsers/mode.ts";
import { findSecretSettings } from "../parsers/secrets/find-settings.ts";
import { reachableByOthers } from "../permissions/reachable-by-others.ts";
import { surveyLocalFiles } from "../permissions/survey-local-files.ts";

const maxFiles = 5_000;
const maxBytes = 256 << 10;

/** One row per setting with a secret in a file of settings: its place and name, never the value. */
export const secretsFiles: CollectedTable = {
  name: "secrets_files",
  description: "Passwords, tokens and keys in files of settings: where they are, never the values.",
  platforms: ["linux"],
  columns: {
    path: "TEXT",
    kind: "TEXT",
    key_name: "TEXT",
    line: "INTEGER",
    owner: "TEXT",
    groupname: "TEXT",
    mode: "TEXT",
    readable_by_others: "INTEGER",
    mtime: "BIGINT",
  },
  async collect(host) {
    const { settings, gaps } = await once(host, surveyLocalFiles);
    const read = gapReader(host);
    read.report(...gaps);
    if (settings.length > maxFiles)
      read.report({ reason: "error", detail: `only the first ${maxFiles} files were read` });
    const names = readOwnerNames(host);
    const isReachable = reachableByOthers(read);
    const rows = settings.slice(0, maxFiles).flatMap(({ path, uid, gid, mode, mtime }) => {
      const found = findSecretSettings(read.text(path, maxBytes) ?? "", path);
      if (found.length === 0) return [];
      const shared = {
        path,
        owner: names.user(uid),
        groupname: names.group(gid),
        mode: modeText(mode),
        readable_by_others: mode & 0o004 && isReachable(path) ? 1 : 0,
        mtime,
      };
      return found.map(({ name, kind, line }) => ({ ...shared, kind, key_name: name, line }));
    });
    return { rows, gaps: read.gaps };
  },
};
