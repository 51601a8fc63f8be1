import type { EstateGraph } from "../model/estate-graph.ts";
import { type HostRecord, isRootName } from "../model/host-record.ts";
import { rowsOf } from "../model/stored-answer.ts";

/** The members of a group by name; members from a domain without the domain. */
export function membersOf({ answers }: HostRecord, group: string): string[] {
  const answer = answers.get("members");
  if (!answer) return [];
  const [who, where] = ["username", "groupname"].map((column) => answer.columns.indexOf(column));
  const wanted = group.toLowerCase();
  return rowsOf(answer)
    .filter((row) => String(row[where!] ?? "").toLowerCase() === wanted)
    .map((row) => String(row[who!] ?? ""));
}

/** The accounts that may do anything on a host. */
export function rootAccountsOf(estate: EstateGraph, host: HostRecord): number[] {
  const { nodes } = estate;
  const admins = new Set(host.os === "windows" ? membersOf(host, "Administrators") : []);
  return host.accounts.filter((node) => {
    const name = nodes.name(node);
    return isRootName(name, host.os) || admins.has(name);
  });
}

/** The accounts that a person or a service uses, without those that may do anything. */
export function ordinaryAccountsOf(estate: EstateGraph, host: HostRecord): number[] {
  const roots = new Set(rootAccountsOf(estate, host));
  const logins = host.logins && new Set(host.logins);
  return host.accounts.filter(
    (node) => !roots.has(node) && (logins === null || logins.has(estate.nodes.name(node))),
  );
}

/** The accounts with this name; Windows ignores case. */
export function accountsNamed({ nodes }: EstateGraph, host: HostRecord, name: string): number[] {
  const ignoresCase = host.os === "windows";
  const wanted = ignoresCase ? name.toLowerCase() : name;
  return host.accounts.filter((node) => {
    const own = nodes.name(node);
    return (ignoresCase ? own.toLowerCase() : own) === wanted;
  });
}
