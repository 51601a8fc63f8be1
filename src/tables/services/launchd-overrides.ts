import { readUsers } from "../accounts/open-directory.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { requiredOutput } from "../host/tool-output.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { parseDisabled } from "../parsers/launchctl.ts";

/** One row per override in a domain, which takes precedence over `Disabled` in the job's file. */
export const launchdOverrides: CollectedTable = {
  name: "launchd_overrides",
  description: "launchd jobs that an override enables or disables.",
  platforms: ["darwin"],
  columns: { label: "TEXT", key: "TEXT", value: "TEXT", uid: "BIGINT", path: "TEXT" },
  collect: collectLaunchdOverrides,
};

/** The system's overrides, and those of each user account. */
async function collectLaunchdOverrides(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const system = await requiredOutput(host, "launchctl", ["print-disabled", "system"]);
  const rows = overrideRows(system, 0, "system");
  const users = await readUsers(host);
  read.report(...users.gaps);
  for (const { uid, home } of users.entries) {
    if (!home.startsWith("/Users/")) continue;
    const domain = `user/${uid}`;
    const text = await read.output("launchctl", "print-disabled", domain);
    rows.push(...overrideRows(text ?? "", uid, domain));
  }
  return { rows, gaps: read.gaps };
}

const overrideRows = (text: string, uid: number, domain: string): Row[] =>
  parseDisabled(text).map(({ label, disabled }) => ({
    label,
    key: "Disabled",
    value: disabled ? "1" : "0",
    uid,
    path: domain,
  }));
