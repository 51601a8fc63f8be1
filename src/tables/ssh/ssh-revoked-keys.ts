import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { parseRevokedKeys } from "../parsers/ssh/revoked-keys.ts";
import { sshdConfig } from "./sshd-config.ts";

/**
 * What the lists of RevokedKeys name: `kind` is "list" for each that was read, "key" (`fingerprint`), "certificates" (some of
 * `authority_fingerprint`; "": of any), "unknown" (the list can't be read or compared), or
 * "everything" (sshd refuses every key, as the list is missing or broken). `match` holds the
 * criteria of the Match block that sets it.
 */
export const sshRevokedKeys: CollectedTable = {
  name: "ssh_revoked_keys",
  description: "Keys and certificates that the SSH server refuses as revoked.",
  platforms: ["linux"],
  columns: {
    kind: "TEXT",
    fingerprint: "TEXT",
    authority_fingerprint: "TEXT",
    source: "TEXT",
    match: "TEXT",
  },
  async collect(host) {
    const read = gapReader(host);
    const { rows, gaps } = await sshdConfig.collect(host);
    read.report(...gaps);
    const lists = rows.filter(({ option, value }) => option === "RevokedKeys" && value !== "none");
    return {
      rows: lists.flatMap(({ value, match }) =>
        rowsOf(read, String(value)).map((row) => ({ ...row, source: value, match })),
      ),
      gaps: read.gaps,
    };
  },
};

const maxBytes = 16 << 20;

function rowsOf(read: GapReader, path: string): Row[] {
  const row = { fingerprint: "", authority_fingerprint: "" };
  if (!read.host.exists(path)) return [{ ...row, kind: "everything" }];
  const bytes = read.bytes(path, maxBytes);
  if (!bytes) return [{ ...row, kind: "unknown" }];
  const list = parseRevokedKeys(bytes);
  if (!list) return [{ ...row, kind: "everything" }];
  return [
    { ...row, kind: "list" },
    ...list.keys.map((fingerprint) => ({ ...row, kind: "key", fingerprint })),
    ...list.authorities.map((one) => ({
      ...row,
      kind: "certificates",
      authority_fingerprint: one,
    })),
    ...(list.hasOthers ? [{ ...row, kind: "unknown" }] : []),
  ];
}
