import type { GapReader } from "../../../host/gap-reader.ts";

export type Purpose =
  | "cron_job"
  | "cron_table"
  | "unit"
  | "unit_program"
  | "unit_environment"
  | "sudo_program"
  | "setuid"
  | "capability"
  | "password_hashes"
  | "path_folder"
  | "loader_preload"
  | "loader_conf"
  | "loader_folder"
  | "login_script"
  | "credential"
  | "docker_socket"
  | "device";

/** A path whose permissions matter, and for what. */
export interface Target {
  purpose: Purpose;
  /** The file that names it, or "". */
  source: string;
  /** The account with whose rights it is used. */
  run_as: string | null;
  /** Whether it is used at all; null where that isn't known. */
  enabled: number | null;
  /** The command line, unit or setting that it is part of. */
  detail: string;
  target: string;
}

/** Finds the paths of one kind. */
export type FindTargets = (read: GapReader) => Target[] | Promise<Target[]>;

/** A target that is used as root whenever it is there. */
export const rootsTarget = (
  purpose: Purpose,
  target: string,
  more: Partial<Target> = {},
): Target => ({
  purpose,
  source: "",
  run_as: "root",
  enabled: 1,
  detail: "",
  target,
  ...more,
});
