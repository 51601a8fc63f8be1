import { readUsers } from "../../accounts/open-directory.ts";
import type { Gap } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { listOptional } from "../../host/read-optional.ts";
import { isRoot, optionalOutput } from "../../host/tool-output.ts";
import type { Collected, Row } from "../../model/table.ts";
import { parseDisabled } from "../../parsers/launchctl.ts";
import { parseBackgroundItems } from "../../parsers/login-items.ts";
import { scalarAt, textAt, textsOf } from "../../parsers/plist/values.ts";
import { readLaunchdJobs } from "../launchd-jobs.ts";

/** What starts by itself and is not Apple's: launchd's jobs, login items, and StartupItems of old. */
export async function collectDarwin(host: Host): Promise<Collected> {
  const gaps: Gap[] = [];
  const rows = [
    ...(await launchdItems(host, gaps)),
    ...(await loginItems(host, gaps)),
    ...listOptional(host, "/Library/StartupItems", gaps).map(startupItem),
  ];
  return { rows, gaps };
}

async function launchdItems(host: Host, gaps: Gap[]): Promise<Row[]> {
  const command = ["launchctl", "print-disabled", "system"] as const;
  const text = await optionalOutput(host, [...command], { gaps, columns: ["status"] });
  const switches = new Map(
    parseDisabled(text ?? "").map(({ label, disabled }) => [label, disabled]),
  );
  const jobs = await readLaunchdJobs(host, gaps);
  return jobs
    .filter(
      ({ path, dict }) =>
        !path.startsWith("/System/") &&
        startsByItself(dict.get("RunAtLoad"), dict.get("KeepAlive")),
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

const startsByItself = (runAtLoad: unknown, keepAlive: unknown) =>
  runAtLoad === true || keepAlive === true || keepAlive instanceof Map;

/** From macOS 13 on; asked by anybody but root, sfltool would put up a window for a password. */
async function loginItems(host: Host, gaps: Gap[]): Promise<Row[]> {
  if (!(await isRoot(host))) {
    gaps.push({ reason: "denied", detail: "login items: only root sees them" });
    return [];
  }
  const text = await optionalOutput(host, ["sfltool", "dumpbtm"], { gaps });
  const { entries } = await readUsers(host);
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
