import type { GapReader } from "../../../../host/gap-reader.ts";
import { expandGlob } from "../../../../host/glob.ts";
import { isPresent } from "../../../../host/inspect.ts";
import { isProgram } from "../../../../host/is-program.ts";
import type { Target } from "../target.ts";
import { hookTarget, scriptHooks } from "./hook-target.ts";

const folder = "/etc/update-motd.d";

/** Names that run-parts runs with --lsbsysinit. */
const runs = /^(?:[\w-]+|_?(?:[a-z0-9_.]+-)+[a-z0-9]+)$/;

/** The scripts of the message of the day, which pam_motd runs as root. */
export function findMessageHooks(read: GapReader): Target[] {
  if (!isPresent(read.host, folder)) return [];
  const barred = isShown(read) ? null : "no login runs the scripts of update-motd.d";
  const use = { detail: "update-motd", barred, awaits: "somebody logs in" };
  const scripts = expandGlob(read, `${folder}/*`).filter((path) =>
    runs.test(path.slice(folder.length + 1)),
  );
  return [
    ...[folder, ...scripts].map((target) => hookTarget({ ...use, target, executed: 1 })),
    ...scripts
      .filter((path) => isProgram(read.host, path))
      .flatMap((path) => scriptHooks(read, use, path)),
  ];
}

/** Services of PAM that open sessions; the rest include their files. */
const services = ["sshd", "login", "remote", "common-session", "system-login"];

/** Whether some session has pam_motd make the message; an unreadable file counts as one. */
function isShown(read: GapReader): boolean {
  return services
    .map((name) => `/etc/pam.d/${name}`)
    .filter((path) => isPresent(read.host, path))
    .some((path) => {
      const text = read.text(path);
      return text === undefined || text.split("\n").some(makesMessage);
    });
}

const makesMessage = (line: string) =>
  /^\s*-?session\s.*\bpam_motd\.so\b/.test(line) && !/\snoupdate\b/.test(line);
