import type { GapReader } from "../../host/gap-reader.ts";
import { isProgram } from "../../host/is-program.ts";
import { programCommands, type StartupCommand } from "./startup-command.ts";

const folder = "/etc/update-motd.d";

/** Scripts that pam_motd runs as root for the message of the day. */
export function findMessageScripts(read: GapReader): StartupCommand[] {
  const isUsed = runsScripts(read);
  return read
    .list(folder)
    .filter((name) => /^[\w-]+$/.test(name)) // as run-parts does
    .flatMap((name) => {
      const source = `${folder}/${name}`;
      const enabled = isUsed && isProgram(read.host, source) ? 1 : 0;
      return programCommands(read, { kind: "login_message", source, username: "root", enabled });
    });
}

/** With `noupdate` pam_motd only shows what others made. */
const runsScripts = (read: GapReader): boolean =>
  read
    .list("/etc/pam.d")
    .flatMap((name) => read.lines(`/etc/pam.d/${name}`))
    .some((line) => /^\s*-?session\s.*\bpam_motd\.so\b/.test(line) && !/\bnoupdate\b/.test(line));
