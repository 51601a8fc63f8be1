import type { GapReader } from "../host/gap-reader.ts";
import { parseUnitFiles } from "../parsers/systemd-unit-file.ts";

const accountsFolder = "/var/lib/AccountsService/users";
const sddmFolders = ["/usr/lib/sddm/sddm.conf.d", "/etc/sddm.conf.d"];

/**
 * The accounts that a login screen is configured not to list, each with the file that says so:
 * AccountsService's (gdm asks it), LightDM's and SDDM's. None keeps anybody from logging in.
 */
export function readHiddenAccounts(read: GapReader): Map<string, string> {
  return new Map([...readLightdm(read), ...readSddm(read), ...readAccountsService(read)]);
}

function readAccountsService(read: GapReader): [string, string][] {
  return read.list(accountsFolder).flatMap((name) => {
    const path = `${accountsFolder}/${name}`;
    const [value] = lastOf(read, [path], "User.SystemAccount");
    return value === "true" || value === "1" ? [[name, path] as [string, string]] : [];
  });
}

/** The default of the file has nobody in it. */
function readLightdm(read: GapReader): [string, string][] {
  const path = "/etc/lightdm/users.conf";
  const names = lastOf(read, [path], "UserList.hidden-users").flatMap((value) =>
    value.split(/\s+/),
  );
  return names.map((name) => [name, path]);
}

function readSddm(read: GapReader): [string, string][] {
  const dropIns = sddmFolders.flatMap((folder) =>
    read.list(folder).map((name) => `${folder}/${name}`),
  );
  const names = lastOf(read, [...dropIns, "/etc/sddm.conf"], "Users.HideUsers");
  return names.flatMap((value) => value.split(",")).map((name) => [name.trim(), "/etc/sddm.conf"]);
}

/** The value that counts: at most one. */
function lastOf(read: GapReader, paths: string[], key: string): string[] {
  const texts = paths.flatMap((path) => read.text(path) ?? []);
  return parseUnitFiles(texts).get(key)?.slice(-1) ?? [];
}
