import type { RunPath } from "../../../../commands/run-path.ts";
import type { Host } from "../../../../host/port.ts";
import { lastOf } from "../../../../parsers/systemd-unit-file.ts";
import type { DiskUnit } from "../../../../services/systemd/units-on-disk.ts";

/** Something that has to hold before systemd starts a unit, and the file that decides it, if it is one to be made. */
export interface UnmetCondition {
  awaits: string;
  file: string | null;
}

/**
 * What has to hold before systemd starts the unit, beyond what holds now. Of the conditions, only whether a path
 * exists is evaluated.
 */
export function unmetConditions(host: Host, { settings }: DiskUnit): UnmetCondition[] {
  return [...settings].flatMap(([key, values]) => {
    const [, name] =
      /^(?:Unit\.(?=Condition|Assert)|Service\.(?=ExecCondition$))(\w+)$/.exec(key) ?? [];
    return name === undefined
      ? []
      : values
          .filter((value) => value !== "" && !holds(host, name, value))
          .map((value) => ({
            awaits: `${name}=${value} holds`,
            file: aboutPath.test(name) && /^\/[^%]*$/.test(value) ? value : null,
          }));
  });
}

const aboutPath = /^(?:Condition|Assert)PathExists$/;

function holds(host: Host, name: string, value: string): boolean {
  const [, not, path] = /^(!?)(\/[^%]*)$/.exec(value) ?? [];
  return aboutPath.test(name) && path !== undefined ? host.exists(path) === (not === "") : false;
}

/** What the settings of a service make of a path that it runs. */
export interface Sandboxed {
  awaits: string | null;
  barred?: string;
  /** Why the service executes no file there; it may follow a link to elsewhere. */
  unexecuted?: string;
}

/** Settings by which the service sees other files than the host has, or may not execute them. */
const hides =
  /^Service\.(?:(?:Inaccessible|Exec|Bind|BindReadOnly)Paths|InaccessibleDirectories|TemporaryFileSystem|Root(?:Directory|Image|Hash)|(?:Mount|Extension)Images|ExtensionDirectories)$/;

/** Settings that may keep even root from writing to the system's files. */
const limits =
  /^Service\.(?:Protect|ReadOnly|CapabilityBoundingSet|SystemCallFilter|Private|Restrict|DynamicUser|NoNewPrivileges)/;

const isOn = (value: string) => /^(?:yes|true|on|1|y|t|disconnected)$/i.test(value);

export function sandboxed({ name, settings }: DiskUnit, run: RunPath): Sandboxed {
  const { path, executed, writes = false } = run;
  const temporary = lastOf(settings, "Service.PrivateTmp");
  if (isOn(temporary) && /^\/(?:var\/)?tmp(?:\/|$)/.test(path))
    return {
      awaits: null,
      barred: `PrivateTmp=${temporary} gives ${name} a folder of its own in the place of ${path.replace(/^(\/(?:var\/)?tmp).*$/, "$1")}`,
    };
  const home = lastOf(settings, "Service.ProtectHome");
  if (/^(?:yes|true|on|1|tmpfs)$/i.test(home) && /^\/(?:home|root|run\/user)\//.test(path))
    return { awaits: `ProtectHome=${home} shows it to the service` };
  for (const key of settings.keys()) {
    const value = hides.test(key) ? lastOf(settings, key) : "";
    if (value) return { awaits: `${key.replace("Service.", "")}=${value} lets the service run it` };
  }
  const limit = writes && [...settings.keys()].find((key) => limits.test(key));
  if (limit) return { awaits: `${limit.replace("Service.", "")} lets the service write there` };
  return executed ? unexecuted(settings.get("Service.NoExecPaths") ?? [], path) : { awaits: null };
}

/** systemd mounts such paths with noexec: what an interpreter reads, or a link leads to, is not meant. */
function unexecuted(values: string[], path: string): Sandboxed {
  const folders = values
    .flatMap((value) => value.split(/\s+/))
    .map((one) => one.replace(/^[-+]+/, ""));
  const covers = (one: string, other: string) =>
    one === "/" || one === other || other.startsWith(`${one.replace(/\/+$/, "")}/`);
  if (!folders.some((one) => covers(one, path))) return { awaits: null };
  const setting = `NoExecPaths=${values.join(" ")}`;
  return folders.some((one) => ["/tmp", "/var/tmp", "/home"].some((other) => covers(one, other)))
    ? { awaits: `${setting} lets the service run it` }
    : { awaits: null, unexecuted: `${setting} lets the service execute no file there` };
}
