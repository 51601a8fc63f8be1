import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { lastOf, programOf } from "../parsers/systemd-unit-file.ts";
import {
  otherCommands,
  parseShownCommand,
  parseTimestamp,
  type ShownUnit,
  showUnits,
} from "./systemd/show.ts";
import { type DiskUnit, readDiskUnits } from "./systemd/units-on-disk.ts";

/** One row per unit: those loaded by a running systemd, and unit files that are not loaded. */
export const systemdUnits: CollectedTable = {
  name: "systemd_units",
  description:
    "systemd units (services, timers, sockets, mounts…): state, files and what they run.",
  platforms: ["linux"],
  columns: {
    id: "TEXT",
    description: "TEXT",
    load_state: "TEXT",
    active_state: "TEXT",
    sub_state: "TEXT",
    unit_file_state: "TEXT",
    following: "TEXT",
    object_path: "TEXT",
    job_id: "BIGINT",
    job_type: "TEXT",
    job_path: "TEXT",
    fragment_path: "TEXT",
    user: "TEXT",
    source_path: "TEXT",
    name: "TEXT",
    enabled: "INTEGER",
    in_use: "INTEGER",
    exec_start: "TEXT",
    exec_path: "TEXT",
    exec_other: "TEXT",
    environment_files: "TEXT",
    drop_in_paths: "TEXT",
    user_account: "TEXT",
    main_pid: "INTEGER",
    start_time: "BIGINT",
    restart_count: "INTEGER",
  },
  async collect(host) {
    const read = gapReader(host);
    const shown = await showUnits(read);
    const onDisk = readDiskUnits(read);
    if (!shown) return { rows: onDisk.map((unit) => describeDiskUnit(unit)), gaps: read.gaps };
    const loaded = new Set(shown.map((unit) => unit.get("Id")?.[0]));
    // A unit file that nothing refers to: systemd hasn't loaded it, so it isn't running.
    const others = onDisk.filter((unit) => !loaded.has(unit.name) && !loaded.has(unit.aliasOf));
    const idle = { active_state: "inactive", sub_state: "dead" };
    return {
      rows: [
        ...shown.map(describeShownUnit),
        ...others.map((unit) => describeDiskUnit(unit, idle)),
      ],
      gaps: read.gaps,
    };
  },
};

/**
 * Whether the unit runs or something starts it: itself at boot, or another unit, such as a timer, if
 * it is static. Without a running systemd none runs.
 */
const isInUse = (fileState: string, activeState = "inactive") =>
  /^enabled|^(static|generated|transient|indirect|linked)/.test(fileState) ||
  /^(active|activating|reloading)$/.test(activeState)
    ? 1
    : 0;

const isEnabled = (state: string) => (/^enabled/.test(state) ? 1 : 0);

/** Active and sub state are NULL unless known. */
function describeDiskUnit(unit: DiskUnit, state: Row = {}): Row {
  const commands = unit.settings.get("Service.ExecStart") ?? [];
  const user = lastOf(unit.settings, "Service.User");
  const dynamic = /^(yes|true|on|1)$/i.test(lastOf(unit.settings, "Service.DynamicUser"));
  return {
    id: unit.name,
    name: unit.name,
    description: lastOf(unit.settings, "Unit.Description"),
    load_state: unit.masked ? "masked" : "stub",
    unit_file_state: unit.unitFileState,
    enabled: isEnabled(unit.unitFileState),
    in_use: isInUse(unit.unitFileState),
    fragment_path: unit.fragmentPath,
    source_path: lastOf(unit.settings, "Unit.SourcePath"),
    user,
    user_account: accountOf({ name: unit.name, user, dynamic }),
    exec_start: commands.join("\n"),
    exec_path: programOf(commands[0] ?? ""),
    exec_other: otherCommands
      .flatMap((key) => unit.settings.get(`Service.${key}`) ?? [])
      .join("\n"),
    environment_files: (unit.settings.get("Service.EnvironmentFile") ?? [])
      .map((path) => path.replace(/^-/, ""))
      .join(" "),
    drop_in_paths: unit.dropInPaths.join(" "),
    ...state,
  };
}

export function describeShownUnit(unit: ShownUnit): Row {
  const text = (key: string) => unit.get(key)?.at(-1) ?? "";
  const id = unit.get("Id")![0]!;
  const commandsOf = (key: string) =>
    (unit.get(key) ?? []).flatMap((one) => parseShownCommand(one) ?? []);
  const commands = commandsOf("ExecStart");
  const job = Number(text("Job"));
  return {
    id,
    name: id,
    description: text("Description"),
    load_state: text("LoadState"),
    active_state: text("ActiveState"),
    sub_state: text("SubState"),
    unit_file_state: text("UnitFileState"),
    enabled: isEnabled(text("UnitFileState")),
    in_use: isInUse(text("UnitFileState"), text("ActiveState")),
    following: text("Following"),
    object_path: objectPath(id),
    job_id: job || 0,
    job_path: job ? `/org/freedesktop/systemd1/job/${job}` : "/",
    fragment_path: text("FragmentPath"),
    source_path: text("SourcePath"),
    user: text("User"),
    user_account: accountOf({
      name: id,
      user: text("User"),
      dynamic: text("DynamicUser") === "yes",
    }),
    exec_start: commands.map(({ command }) => command).join("\n"),
    exec_path: commands[0]?.path ?? "",
    exec_other: otherCommands
      .flatMap(commandsOf)
      .map(({ command }) => command)
      .join("\n"),
    environment_files: (unit.get("EnvironmentFiles") ?? [])
      .map((one) => one.replace(/ \(ignore_errors=\w+\)$/, ""))
      .filter(Boolean)
      .join(" "),
    drop_in_paths: text("DropInPaths"),
    main_pid: Number(text("MainPID")) || null,
    start_time: parseTimestamp(text("ExecMainStartTimestamp")),
    restart_count: text("NRestarts") ? Number(text("NRestarts")) : null,
  };
}

/** The account of a service: a system service without User= runs as root. */
function accountOf({ name, user, dynamic }: { name: string; user: string; dynamic: boolean }) {
  if (!name.endsWith(".service")) return null;
  if (user) return user;
  return dynamic ? name.replace(/\.service$/, "") : "root";
}

/**
 * D-Bus paths allow letters and digits: other characters, and a leading digit, become "_" and two
 * hex digits.
 */
export function objectPath(id: string): string {
  const escaped = [...Buffer.from(id)].map((byte, index) => {
    const character = String.fromCharCode(byte);
    const plain = index === 0 ? /[A-Za-z]/ : /[A-Za-z0-9]/;
    return plain.test(character) ? character : `_${byte.toString(16).padStart(2, "0")}`;
  });
  return `/org/freedesktop/systemd1/unit/${escaped.join("")}`;
}
