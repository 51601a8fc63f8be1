import type { Settings } from "../../parsers/sshd/effective.ts";

/** sshd's ports. Listening addresses include theirs: "[::]:22", optionally with " rdomain x". */
export function portsOf(globals: Settings): number[] {
  const addresses = globals.get("ListenAddress")?.values ?? [":22"];
  return [...new Set(addresses.map((address) => Number(/:(\d+)( |$)/.exec(address)?.[1] ?? 22)))];
}
