import { collectLaunchdOverrides } from "./darwin/launchd-overrides.ts";
import type { CollectedTable } from "./table.ts";

/** One switch of one domain a row: it overrules the `Disabled` of the job's file. */
export const launchdOverrides: CollectedTable = {
  name: "launchd_overrides",
  description: "Jobs that were switched on or off in launchd, whatever their files say.",
  platforms: ["darwin"],
  columns: { label: "TEXT", key: "TEXT", value: "TEXT", uid: "BIGINT", path: "TEXT" },
  collect: collectLaunchdOverrides,
};
