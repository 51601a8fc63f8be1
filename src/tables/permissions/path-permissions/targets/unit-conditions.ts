import type { Host } from "../../../host/port.ts";
import { lastOf } from "../../../parsers/systemd-unit-file.ts";
import type { DiskUnit } from "../../../services/systemd/units-on-disk.ts";

/**
 * What has to hold before systemd starts the unit, beyond what holds now; null: nothing. Of the
 * conditions, only whether a path exists is evaluated.
 */
export function unmetCondition(host: Host, { settings }: DiskUnit): string | null {
  for (const [key, values] of settings) {
    const [, name] =
      /^(?:Unit\.(?=Condition|Assert)|Service\.(?=ExecCondition$))(\w+)$/.exec(key) ?? [];
    const unmet = name && values.find((value) => value !== "" && !holds(host, name, value));
    if (unmet) return `${name}=${unmet} holds`;
  }
  return null;
}

function holds(host: Host, name: string, value: string): boolean {
  const [, not, path] = /^(!?)(\/[^%]*)$/.exec(value) ?? [];
  return /^(?:Condition|Assert)PathExists$/.test(name) && path !== undefined
    ? host.exists(path) === (not === "")
    : false;
}

/** Settings by which the service sees other files than the host has, or may not execute them. */
const hides =
  /^Service\.(?:(?:Inaccessible|NoExec|Exec|Bind|BindReadOnly)Paths|InaccessibleDirectories|TemporaryFileSystem|Root(?:Directory|Image|Hash)|(?:Mount|Extension)Images|ExtensionDirectories)$/;

/** What hides the file from the service's programs, or another file may lie over it; null: nothing. */
export function hiddenBy({ settings }: DiskUnit, path: string): string | null {
  const home = lastOf(settings, "Service.ProtectHome");
  if (/^(?:yes|true|on|1|tmpfs)$/i.test(home) && /^\/(?:home|root|run\/user)\//.test(path))
    return `ProtectHome=${home} shows it to the service`;
  for (const key of settings.keys()) {
    const value = hides.test(key) ? lastOf(settings, key) : "";
    if (value) return `${key.replace("Service.", "")}=${value} lets the service run it`;
  }
  return null;
}
