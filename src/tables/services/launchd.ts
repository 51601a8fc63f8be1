import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { isRoot } from "../host/tool-output.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { type LoadedJob, parseLaunchctlList } from "../parsers/launchctl.ts";
import { type PlistDict, plistJson, scalarAt, textAt, textsOf } from "../parsers/plist/values.ts";
import { type LaunchdJob, readLaunchdJobs } from "./launchd-jobs.ts";

/**
 * One row per launchd job; `disabled` is the value in its file, which launchd_overrides may
 * override.
 */
export const launchd: CollectedTable = {
  name: "launchd",
  description:
    "launchd daemons and agents: program, schedule, account, and whether they are running.",
  platforms: ["darwin"],
  columns: {
    path: "TEXT",
    name: "TEXT",
    label: "TEXT",
    program: "TEXT",
    run_at_load: "TEXT",
    keep_alive: "TEXT",
    on_demand: "TEXT",
    disabled: "TEXT",
    username: "TEXT",
    groupname: "TEXT",
    stdout_path: "TEXT",
    stderr_path: "TEXT",
    start_interval: "TEXT",
    program_arguments: "TEXT",
    watch_paths: "TEXT",
    queue_directories: "TEXT",
    inetd_compatibility: "TEXT",
    start_on_mount: "TEXT",
    root_directory: "TEXT",
    working_directory: "TEXT",
    process_type: "TEXT",
    kind: "TEXT",
    start_calendar_interval: "TEXT",
    pid: "BIGINT",
    last_exit_status: "INTEGER",
  },
  collect: collectLaunchd,
};

const stateColumns = ["pid", "last_exit_status"];

async function collectLaunchd(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const jobs = await readLaunchdJobs(read);
  const loaded = await readLoaded(read);
  return { rows: jobs.map((job) => jobRow(job, loaded)), gaps: read.gaps };
}

/**
 * Loaded jobs of the agent's own domain by label: root's is the system's, other accounts' have no
 * daemons.
 */
async function readLoaded(read: GapReader): Promise<Map<string, LoadedJob> | undefined> {
  const columns = stateColumns;
  const text = await read.forColumns(columns).output("launchctl", "list");
  if (text === undefined) return undefined;
  const who = (await isRoot(read.host)) ? "agents of logged-in users" : "jobs of the system";
  read.report({
    reason: "denied",
    detail: `launchctl: can't show whether ${who} are running`,
    columns,
  });
  return new Map(parseLaunchctlList(text).map((job) => [job.label, job]));
}

export function jobRow(
  { path, kind, owner, dict }: LaunchdJob,
  loaded?: Map<string, LoadedJob>,
): Row {
  const args = textsOf(dict.get("ProgramArguments"));
  const label = textAt(dict, "Label");
  const state = loaded?.get(label ?? "");
  return {
    path,
    name: path.slice(path.lastIndexOf("/") + 1),
    label,
    program: textAt(dict, "Program"),
    run_at_load: scalarAt(dict, "RunAtLoad"),
    keep_alive: scalarOrJson(dict, "KeepAlive"),
    on_demand: scalarAt(dict, "OnDemand"),
    disabled: scalarAt(dict, "Disabled"),
    username: textAt(dict, "UserName") ?? owner ?? null,
    groupname: textAt(dict, "GroupName"),
    stdout_path: textAt(dict, "StandardOutPath"),
    stderr_path: textAt(dict, "StandardErrorPath"),
    start_interval: scalarAt(dict, "StartInterval"),
    program_arguments: args.length > 0 ? args.join(" ") : null,
    watch_paths: listAt(dict, "WatchPaths"),
    queue_directories: listAt(dict, "QueueDirectories"),
    inetd_compatibility: scalarOrJson(dict, "inetdCompatibility"),
    start_on_mount: scalarAt(dict, "StartOnMount"),
    root_directory: textAt(dict, "RootDirectory"),
    working_directory: textAt(dict, "WorkingDirectory"),
    process_type: textAt(dict, "ProcessType"),
    kind,
    start_calendar_interval: scalarOrJson(dict, "StartCalendarInterval"),
    pid: state?.pid ?? null,
    last_exit_status: state?.status ?? null,
  };
}

/** Conditions ("only after a crash") as JSON. */
function scalarOrJson(dict: PlistDict, key: string): string | null {
  const value = dict.get(key);
  if (value instanceof Map || Array.isArray(value)) return JSON.stringify(plistJson(value));
  return scalarAt(dict, key);
}

const listAt = (dict: PlistDict, key: string) => textsOf(dict.get(key)).join(",") || null;
