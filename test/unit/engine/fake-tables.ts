import { TableUnavailable } from "../../../src/tables/host/gap.ts";
import type { Host } from "../../../src/tables/host/port.ts";
import type { CollectedTable, PushDownTable, Row, Table } from "../../../src/tables/model/table.ts";

/** A table that is read whole, of given rows. */
export function collected(
  name: string,
  columns: CollectedTable["columns"],
  rows: Row[] = [],
): CollectedTable {
  return {
    name,
    description: `Test table ${name}.`,
    platforms: ["linux"],
    columns,
    collect: () => ({ rows, gaps: [] }),
  };
}

export const users = collected("users", { uid: "BIGINT", username: "TEXT", directory: "TEXT" }, [
  { uid: 0, username: "root", directory: "/root" },
  { uid: 1000, username: "Ada", directory: "/home/ada" },
  { uid: 1001, username: "grace", directory: "/home/grace" },
]);

export const processes = collected(
  "processes",
  { pid: "BIGINT", uid: "BIGINT", name: "TEXT", started: "DOUBLE" },
  [
    { pid: 1, uid: 0, name: "init", started: 0.5 },
    { pid: "77", uid: "1000", name: "sh" },
    { pid: 78, uid: 1000, name: "vim", started: "not a number" },
  ],
);

export const shadow: CollectedTable = {
  ...collected("shadow", { username: "TEXT" }),
  collect() {
    throw new TableUnavailable("denied", "/etc/shadow: permission denied");
  },
};

/** Each file's path tells its folder; every scan is written down. */
export function fileTable(scans: string[] = []): PushDownTable {
  return {
    name: "file",
    description: "Test files.",
    platforms: ["linux"],
    columns: { path: "TEXT", directory: "TEXT", size: "BIGINT" },
    required: ["path", "directory"],
    *scan(_host: Host, constraints, report) {
      scans.push(constraints.map(({ column, op, value }) => `${column} ${op} ${value}`).join(", "));
      const path = constraints.find(({ column, op }) => column === "path" && op === "=")?.value;
      const directory = constraints.find(({ column }) => column === "directory")?.value;
      if (path === "/denied") report({ reason: "denied", detail: "/denied: permission denied" });
      else if (path) yield { path, directory: "/etc", size: 3 };
      else
        for (const name of ["a", "b"]) yield { path: `${directory}/${name}`, directory, size: 7 };
    },
  };
}

export const standardTables: Table[] = [users, processes, shadow];

export const statement = (
  sql: string,
  limits: { max_rows?: number; timeout_ms?: number } = {},
) => ({
  id: "s1",
  sql,
  max_rows: 1_000,
  timeout_ms: 2_000,
  ...limits,
});
