import type { Row } from "../../../src/tables/model/table.ts";

/** A macOS or Windows machine, which has no file tree: its table rows are written out by hand. */
export interface RecordedMachine {
  name: string;
  os: "darwin" | "windows";
  os_version: string;
  arch: "arm64" | "x64";
  tags: Record<string, string>;
  address: string;
  tables: Record<string, Row[]>;
}

/** Rows with the same columns: column names once, then the values. */
export function rowsOf(columns: string, ...values: (string | number | null)[][]): Row[] {
  const names = columns.split(" ");
  return values.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
}

export const addressesOf = (name: string, address: string): Row[] =>
  rowsOf("interface address mask type", [name, address, "255.255.255.0", "dhcp"]);
