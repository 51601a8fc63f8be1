import type { CollectedTable } from "../model/table.ts";
import { collectAlfExceptions } from "./read-alf.ts";

/** One row per application: state 0 allows incoming connections, 2 blocks them. */
export const alfExceptions: CollectedTable = {
  name: "alf_exceptions",
  description: "Applications that the macOS firewall allows or blocks.",
  platforms: ["darwin"],
  columns: { path: "TEXT", state: "INTEGER" },
  collect: collectAlfExceptions,
};
