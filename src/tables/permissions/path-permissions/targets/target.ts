import type { GapReader } from "../../../host/gap-reader.ts";

export type Purpose =
  | "cron_job"
  | "cron_table"
  | "unit"
  | "unit_program"
  | "unit_environment"
  | "unit_path"
  | "unit_condition"
  | "sudo_program"
  | "sudo_interpreter"
  | "sudo_lookup"
  | "sudoers_file"
  | "system_file"
  | "setuid"
  | "group_program"
  | "sudo_group"
  | "capability"
  | "password_hashes"
  | "path_folder"
  | "loader_preload"
  | "loader_conf"
  | "loader_folder"
  | "login_script"
  | "account_script"
  | "change_program"
  | "pam_module"
  | "pam_program"
  | "hook"
  | "credential"
  | "tls_key"
  | "home"
  | "authorized_keys"
  | "docker_socket"
  | "own_engine_socket"
  | "libvirt_socket"
  | "device";

/** A path whose permissions matter, and why. */
export interface Target {
  purpose: Purpose;
  /** The file that refers to it, or "". */
  source: string;
  /** The account that uses it; of group_program and sudo_group, the group. */
  run_as: string | null;
  /** Whether it is in use; null when unknown. */
  enabled: number | null;
  /** Why it is not in use. */
  barred?: string | null;
  /** What must happen before it is used again ("the host restarts"); absent if it is by itself. */
  awaits?: string | null;
  /** 1 if it is executed by the kernel, 0 if an interpreter reads it; absent where neither is known. */
  executed?: number;
  /** Why no file there is executed, though a link to elsewhere may be. */
  unexecuted?: string;
  /** The only account that gains something by a change. */
  gainer?: string;
  /** The command line, unit or setting it belongs to. */
  detail: string;
  target: string;
}

/** Finds the paths of one kind. */
export type FindTargets = (read: GapReader) => Target[] | Promise<Target[]>;

/** A target that root uses whenever it exists. */
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
