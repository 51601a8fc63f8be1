import { plain } from "./values.ts";
import { fieldsOf, tagKeys } from "./vocabulary.ts";

/** Stands for every column that says which host a row is from. */
export const hostColumn = "@host";

const hostColumns = new Set<string>(["host", "hostname", "tag", "tags", "platform", ...tagKeys]);
const ownHostColumns: Record<string, string[]> = {
  hosts: ["name", "tag", "platform"],
  os_version: ["name", "platform"],
  system_info: ["hostname"],
};

/** Whether a column says which host a row is from; `known_hosts.host` and `docker_images.tags` do not. */
export function isHostColumn(column: string, table: string | null): boolean {
  if (ownHostColumns[table ?? ""]?.includes(column)) return true;
  return hostColumns.has(column) && !fieldsOf(table).has(column);
}

const meanings: [meaning: string, columns: RegExp][] = [
  ["user", /^(username|user|who|owner|uid|euid|user_account)$/],
  ["group", /^(group|groupname|gid)$/],
  [
    "program",
    /^(name|process_name|parent_name|program|unit|exec_path|cmdline|command|action|message)$/,
  ],
  ["path", /path$|^(directory|filename|cwd|source|destination|key_file|history_file)$/],
  ["address", /address$|_ip$|^(gateway|subnet|hostnames)$/],
  ["port", /port$/],
  ["version", /version$/],
  ["state", /^(state|status|sub_state|enabled|online)$/],
  ["time", /time$|^(created|started_at|finished_at|last_seen|last_run)$/],
];

/** What a column holds, in a word that columns of other tables share; else its own name. */
export const meaningOf = (column: string): string =>
  meanings.find(([, columns]) => columns.test(column))?.[0] ?? column;

/** Whether a table has a column of the same meaning. */
export function hasCounterpart(column: string, table: string | null): boolean {
  if (column === hostColumn || column === "count") return true;
  const meaning = meaningOf(column);
  return [...fieldsOf(table)].some((field) => meaningOf(field) === meaning);
}

/** The column of a field written `column` or `table.column`. */
export const columnOf = (field: string): string =>
  (plain(field).split(".").pop() ?? "").replace(/^hostname$/, "host");
