import type { ColumnType, PushDownTable } from "../model/table.ts";

/**
 * A table of osquery that would make the agent connect to an address of the statement's choice. An
 * agent only reads its machine, so the table exists and says why it has no rows.
 */
export const connectingTable = (
  name: string,
  description: string,
  { required, columns }: { required: string; columns: Record<string, ColumnType> },
): PushDownTable => ({
  name,
  description,
  platforms: ["linux"],
  columns,
  required: [required],
  scan(_host, _constraints, report) {
    report({ reason: "policy", detail: `${name}: an agent connects to no address of a statement` });
    return [];
  },
});
