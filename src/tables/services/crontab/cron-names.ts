import type { Host } from "../../host/port.ts";

/** Which names in cron.d and in cron.daily and the like this host's cron takes. */
export interface CronNames {
  isTable(name: string): boolean;
  isScript(name: string): boolean;
}

/** Debian's own cron, which SUSE's cronie shares the name of its program with. */
export const isDebianCron = (host: Host): boolean =>
  host.exists("/usr/sbin/cron") && !host.exists("/usr/sbin/crond") && !isSuse(host);

const isSuse = (host: Host) => host.exists("/usr/etc/cron.d") || host.exists("/etc/sysconfig/cron");

export function cronNames(host: Host): CronNames {
  const isCronie = host.exists("/usr/sbin/crond") || isSuse(host);
  return isCronie ? cronie : debian;
}

/** Both skip names with a dot or a tilde: leftovers of package managers and editors. */
const debian: CronNames = {
  isTable: (name) => /^[\w-]+$/.test(name),
  isScript: (name) => /^[\w-]+$/.test(name),
};

/** Of cronie and its run-parts, which take names with a dot and skip such leftovers by their endings. */
const cronie: CronNames = {
  isTable: (name) => !/^[.#]|~$|\.rpm(?:save|orig|new)$/.test(name),
  isScript: (name) => !/^\.|[~,]$|\.(?:rpm(?:save|orig|new)|swp|cfsaved)$|,v$/.test(name),
};
