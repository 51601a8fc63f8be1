import type { Host } from "../../../host/port.ts";
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
