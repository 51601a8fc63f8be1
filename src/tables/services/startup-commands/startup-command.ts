import type { GapReader } from "../../host/gap-reader.ts";
import { isLink } from "../../host/inspect.ts";
import { scriptCommands } from "../../parsers/shell/script-commands.ts";

export type StartupKind =
  | "shell_profile"
  | "login_message"
  | "boot_script"
  | "udev_rule"
  | "generator"
  | "python_path"
  | "apt_hook";

export interface StartupCommand {
  kind: StartupKind;
  source: string;
  /** Null where the file is run as a whole. */
  line: number | null;
  /** Null for every account. */
  username: string | null;
  enabled: 0 | 1;
  command: string;
}

export const maxBytes = 256 << 10;

const programFolders = [
  "/usr/local/sbin",
  "/usr/local/bin",
  "/usr/sbin",
  "/usr/bin",
  "/sbin",
  "/bin",
];

/** Whether a function or alias of this name stands in for a program. */
export const shadowsProgram =
  ({ host }: GapReader) =>
  (name: string): boolean =>
    name === "cd" || programFolders.some((folder) => host.exists(`${folder}/${name}`));

/** A file that is run as a whole: where its link leads, and what it runs itself if it is a script. */
export function programCommands(
  read: GapReader,
  common: Omit<StartupCommand, "line" | "command">,
): StartupCommand[] {
  const { source } = common;
  const text = read.text(source, maxBytes) ?? "";
  const lines = text.startsWith("#!") ? scriptCommands(text, shadowsProgram(read)) : [];
  return [...linkCommands(read, common), ...lines.map((line) => ({ ...common, ...line }))];
}

function linkCommands(
  read: GapReader,
  common: Omit<StartupCommand, "line" | "command">,
): StartupCommand[] {
  if (!isLink(read.host, common.source)) return [];
  const command = read.attempt(common.source, () => read.host.readlink(common.source));
  return command?.startsWith("/") ? [{ ...common, line: null, command }] : [];
}
