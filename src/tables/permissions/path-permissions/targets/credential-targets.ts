import { findCredentials } from "../../../credentials/find-credentials.ts";
import type { GapReader } from "../../../host/gap-reader.ts";
import { once } from "../../../host/once.ts";
import type { Row } from "../../../model/table.ts";
import type { Target } from "./target.ts";

/** Files with credentials: whoever can read one gains what it opens. */
export async function findCredentialTargets(read: GapReader): Promise<Target[]> {
  const { rows, gaps: unseen } = await once(read.host, findCredentials);
  read.report(...unseen);
  return rows.map((row: Row) => ({
    purpose: "credential",
    source: "",
    run_as: row.username === null ? null : String(row.username),
    enabled: 1,
    detail: String(row.kind),
    target: String(row.path),
  }));
}
