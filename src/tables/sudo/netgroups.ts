import type { GapReader } from "../host/gap-reader.ts";

/** The users of a netgroup, "ALL" for everybody; undefined if local files don't say. */
export type FindNetgroup = (name: string) => string[] | undefined;

/**
 * Netgroups of /etc/netgroup, if the name service reads it. sudo looks only at the users of their
 * triples, unless netgroup_tuple is set.
 */
export function readNetgroups(read: GapReader): FindNetgroup {
  const order = /^\s*netgroup:(.*)$/m.exec(read.text("/etc/nsswitch.conf") ?? "")?.[1];
  if (order !== undefined && !/\bfiles\b/.test(order)) return () => undefined;
  const groups = new Map(
    (read.text("/etc/netgroup") ?? "")
      .replaceAll(/\\\n/g, " ")
      .split("\n")
      .flatMap((line) => {
        const [, name, members = ""] = /^\s*([^\s#]\S*)\s+(.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, members] as const];
      }),
  );
  const usersOf = (name: string, seen: readonly string[]): string[] =>
    [...(groups.get(name) ?? "").matchAll(/\(([^)]*)\)|([^\s()]+)/g)].flatMap(
      ([, triple, nested]) => {
        if (triple === undefined)
          return seen.includes(nested!) ? [] : usersOf(nested!, [...seen, nested!]);
        const user = triple.split(",")[1]?.trim() ?? "";
        return user === "-" ? [] : [user || "ALL"];
      },
    );
  return (name) => (groups.has(name) ? [...new Set(usersOf(name, [name]))] : undefined);
}
