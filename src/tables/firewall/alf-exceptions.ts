import type { CollectedTable } from "../model/table.ts";
import { collectAlfExceptions } from "./read-alf.ts";

/** One application a row: state 0 lets connections in, 2 blocks them. */
export const alfExceptions: CollectedTable = {
  name: "alf_exceptions",
  description: "Applications that the firewall of macOS lets connections in for, or blocks.",
  platforms: ["darwin"],
  columns: { path: "TEXT", state: "INTEGER" },
  collect: collectAlfExceptions,
};
