import { createHash } from "node:crypto";

/** What an agent tells of a table's rows, by which both sides know whether they changed. */
export function hashRows(rows: Record<string, unknown>[] | null): string {
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}
