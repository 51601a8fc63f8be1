import type { GapReader } from "../../host/gap-reader.ts";
import { expandGlob } from "../../host/glob.ts";
import { isProgram } from "../../host/is-program.ts";
import { programCommands, type StartupCommand } from "./startup-command.ts";

/** /etc/rc.local, and scripts of /etc/init.d that a runlevel starts. */
export function findBootCommands(read: GapReader): StartupCommand[] {
  const started = new Set(
    expandGlob(read, "/etc/rc[S2345].d/S[0-9][0-9]*").map((path) => path.replace(/^.*\/S\d\d/, "")),
  );
  const scripts = read.list("/etc/init.d").map((name) => ({
    source: `/etc/init.d/${name}`,
    isStarted: started.has(name),
  }));
  const local = ["/etc/rc.local", "/etc/rc.d/rc.local"]
    .filter((path) => read.host.exists(path))
    .map((source) => ({ source, isStarted: true }));
  return [...local, ...scripts].flatMap(({ source, isStarted }) => {
    const enabled = isStarted && isProgram(read.host, source) ? 1 : 0;
    return programCommands(read, { kind: "boot_script", source, username: "root", enabled });
  });
}
