import { type Account, readAccounts } from "../../accounts/local-accounts.ts";
import { inHome, readUserFile } from "../../accounts/user-files.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";

/**
 * Desktop entries that start at login (XDG autostart), and scripts of /etc/init.d and /etc/rc.local.
 * Units of systemd have a table of their own.
 */
export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const rows = [
    ...entriesOf(read, "/etc/xdg/autostart", { username: null, text: (path) => read.text(path) }),
    ...readAccounts(host).flatMap((user) => accountEntries(read, user)),
    ...bootScripts(read),
  ];
  return { rows, gaps: read.gaps };
}

const accountEntries = (read: GapReader, user: Account): Row[] =>
  entriesOf(read, inHome(user, ".config/autostart"), {
    username: user.name,
    text: (path) => readUserFile(read, user, path),
  });

interface Owner {
  /** Null for entries of all accounts. */
  username: string | null;
  text(path: string): string | undefined;
}

function entriesOf(read: GapReader, folder: string, { username, text }: Owner): Row[] {
  return read
    .list(folder)
    .filter((name) => name.endsWith(".desktop"))
    .flatMap((name) => {
      const source = `${folder}/${name}`;
      const entry = parseDesktopEntry(text(source) ?? "");
      return entry ? [{ ...entry, type: "Startup Item", source, username }] : [];
    });
}

/** The [Desktop Entry] section: a hidden entry is as good as none, so it is disabled. */
export function parseDesktopEntry(text: string): Row | null {
  const [, section = ""] = /^\[Desktop Entry\]\n([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(text) ?? [];
  const value = (key: string) =>
    new RegExp(`^${key}[ \\t]*=[ \\t]*(.*)$`, "m").exec(section)?.[1]?.trim();
  const [, path, args = ""] = /^("[^"]*"|\S+)(?:\s+(.*))?$/.exec(value("Exec") ?? "") ?? [];
  if (path === undefined) return null;
  const isOff = value("Hidden") === "true" || value("X-GNOME-Autostart-enabled") === "false";
  return {
    name: value("Name") ?? "",
    path: path.replaceAll('"', ""),
    args,
    status: isOff ? "disabled" : "enabled",
  };
}

function bootScripts(read: GapReader): Row[] {
  const scripts = read.list("/etc/init.d").map((name) => `/etc/init.d/${name}`);
  return ["/etc/rc.local", ...scripts].flatMap((path) => {
    const stats = read.attempt(path, () => read.host.stat(path));
    if (!stats?.isFile()) return [];
    const name = path.slice(path.lastIndexOf("/") + 1);
    // Without the execute bit neither init nor systemd's generators start it.
    const status = stats.mode & 0o111 ? "enabled" : "disabled";
    return [{ name, path, args: "", type: "Startup Item", source: path, status, username: "root" }];
  });
}
