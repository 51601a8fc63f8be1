import type { CollectedTable } from "../../model/table.ts";
import { collectLaunchdOverrides } from "./darwin.ts";

/** One switch of one domain a row: it overrules the `Disabled` of the job's file. */
export const launchdOverrides: CollectedTable = {
  name: "launchd_overrides",
  description: "Jobs that were switched on or off in launchd, whatever their files say.",
  platforms: ["darwin"],
  columns: { label: "TEXT", key: "TEXT", value: "TEXT", uid: "BIGINT", path: "TEXT" },
  collect: collectLaunchdOverrides,
};
