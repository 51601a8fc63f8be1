import { readUsers } from "../../accounts/open-directory.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { isRoot } from "../../host/tool-output.ts";
import type { Collected, Row } from "../../model/table.ts";
import { parseDisabled } from "../../parsers/launchctl.ts";
import { parseBackgroundItems } from "../../parsers/login-items.ts";
import { scalarAt, textAt, textsOf } from "../../parsers/plist/values.ts";
import { readLaunchdJobs } from "../launchd-jobs.ts";

/**
 * Third-party programs that start automatically: launchd jobs, login items and legacy StartupItems.
 */
export async function collectDarwin(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const rows = [
    ...(await launchdItems(read)),
    ...(await loginItems(read)),
    ...read.list("/Library/StartupItems").map(startupItem),
  ];
  return { rows, gaps: read.gaps };
}

async function launchdItems(read: GapReader): Promise<Row[]> {
  const command = ["launchctl", "print-disabled", "system"] as const;
  const text = await read.forColumns(["status"]).output(...command);
  const switches = new Map(
    parseDisabled(text ?? "").map(({ label, disabled }) => [label, disabled]),
  );
  const jobs = await readLaunchdJobs(read);
  return jobs
    .filter(
      ({ path, dict }) =>
        !path.startsWith("/System/") &&
        startsAutomatically(dict.get("RunAtLoad"), dict.get("KeepAlive")),
    )
    .map(({ path, kind, owner, dict }) => {
      const [first, ...rest] = textsOf(dict.get("ProgramArguments"));
      const label = textAt(dict, "Label") ?? path;
      const disabled =
        (kind === "daemon" ? switches.get(label) : undefined) ?? scalarAt(dict, "Disabled") === "1";
      return {
        name: label,
        path: textAt(dict, "Program") ?? first ?? null,
        args: rest.join(" "),
        type: kind === "daemon" ? "Launch Daemon" : "Launch Agent",
        source: path,
        status: disabled ? "disabled" : "enabled",
        username: textAt(dict, "UserName") ?? owner ?? (kind === "daemon" ? "root" : null),
      };
    });
}

const startsAutomatically = (runAtLoad: unknown, keepAlive: unknown) =>
  runAtLoad === true || keepAlive === true || keepAlive instanceof Map;

/** From macOS 13 on. Run by an account other than root, sfltool would open a password dialog. */
async function loginItems(read: GapReader): Promise<Row[]> {
  if (!(await isRoot(read.host))) {
    read.report({ reason: "denied", detail: "login items: only root can read them" });
    return [];
  }
  const text = await read.output("sfltool", "dumpbtm");
  const { entries } = await readUsers(read.host);
  const names = new Map(entries.map((user) => [user.uid, user.name]));
  return parseBackgroundItems(text ?? "")
    .filter(({ type }) => type === "login item" || type === "app")
    .map(({ uid, name, enabled, path }) => ({
      name,
      path,
      args: "",
      type: "Login Item",
      source: "background task management",
      status: enabled ? "enabled" : "disabled",
      username: names.get(uid) ?? null,
    }));
}

const startupItem = (name: string): Row => ({
  name,
  path: `/Library/StartupItems/${name}`,
  args: "",
  type: "Startup Item",
  source: "/Library/StartupItems",
  status: "enabled",
  username: "root",
});
