import { TableUnavailable } from "../host/gap.ts";
import { requiredOutput } from "../host/tool-output.ts";
import type { CollectedTable } from "../model/table.ts";

/** One row per setting of APT, as all of its configuration files together give it. */
export const aptConfig: CollectedTable = {
  name: "apt_config",
  description: "Settings of APT in force (apt-config dump).",
  platforms: ["linux"],
  columns: { name: "TEXT", value: "TEXT" },
  async collect(host) {
    if (!host.exists("/etc/apt"))
      throw new TableUnavailable("table_missing", "/etc/apt: not found");
    const printed = await requiredOutput(host, "apt-config", ["dump"]);
    return { rows: parseAptConfig(printed), gaps: [] };
  },
};

/** `Acquire::Retries "3";`; an entry of a list is `APT::NeverAutoRemove:: "…";`. */
export function parseAptConfig(text: string): { name: string; value: string }[] {
  return [...text.matchAll(/^(\S+) "(.*)";$/gm)].map(([, name, value]) => ({
    name: name!,
    value: value!,
  }));
}
