import type { GapReader } from "../../host/gap-reader.ts";
import { isProgram } from "../../host/is-program.ts";
import { programCommands, type StartupCommand } from "./startup-command.ts";

const parents = ["/run/systemd", "/etc/systemd", "/usr/local/lib/systemd", "/usr/lib/systemd"];

/** Programs that systemd runs before it reads units: a name in an earlier folder replaces later ones. */
const kinds: Record<string, string | null> = {
  "system-generators": "root",
  "system-environment-generators": "root",
  "user-generators": null,
  "user-environment-generators": null,
};

export function findGenerators(read: GapReader): StartupCommand[] {
  return Object.entries(kinds).flatMap(([folder, username]) => {
    const seen = new Set<string>();
    return parents
      .map((parent) => `${parent}/${folder}`)
      .flatMap((path) => read.list(path).map((name) => ({ name, source: `${path}/${name}` })))
      .filter(({ name }) => !seen.has(name) && seen.add(name))
      .flatMap(({ source }) => {
        const enabled = isProgram(read.host, source) ? 1 : 0;
        return programCommands(read, { kind: "generator", source, username, enabled });
      });
  });
}
