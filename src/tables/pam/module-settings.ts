import type { GapReader } from "../host/gap-reader.ts";
import type { PamRule } from "./pam-stack.ts";

/** Later settings replace earlier ones; a flag has the value "". */
export type ModuleSettings = ReadonlyMap<string, string>;

/** Settings of pam_pwquality: pwquality.conf(5), and the rule's arguments last. */
export function pwqualitySettings(read: GapReader, { args }: PamRule): ModuleSettings {
  const folder = "/etc/security/pwquality.conf.d";
  const dropIns = read.list(folder).filter((name) => name.endsWith(".conf"));
  const files = [...dropIns.map((name) => `${folder}/${name}`), "/etc/security/pwquality.conf"];
  return parseSettings([...files.flatMap((path) => read.lines(path)), ...args]);
}

/** Settings of pam_faillock: faillock.conf(5) or the file that `conf=` names, and the arguments. */
export function faillockSettings(read: GapReader, { args }: PamRule): ModuleSettings {
  const path = parseSettings(args).get("conf") ?? "/etc/security/faillock.conf";
  return parseSettings([...read.lines(path), ...args]);
}

export const parseSettings = (lines: string[]): ModuleSettings =>
  new Map(
    lines.flatMap((line) => {
      const [, name, value = ""] = /^\s*([a-z_]+)\s*(?:=?\s*(.*?))?\s*$/.exec(bare(line)) ?? [];
      return name ? [[name, value]] : [];
    }),
  );

const bare = (line: string) => line.replace(/#.*$/, "");

/** A setting that is a whole number. */
export function numberOf(settings: ModuleSettings, name: string, usual: number): number {
  const value = settings.get(name) ?? "";
  return /^-?\d+$/.test(value) ? Number(value) : usual;
}
