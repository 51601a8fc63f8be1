import { createHash } from "node:crypto";

/** The hash of a table's rows, by which agent and server detect changes. */
export function hashRows(rows: Record<string, unknown>[] | null): string {
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}
