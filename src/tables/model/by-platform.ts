import { TableUnavailable } from "../host/gap.ts";
import type { CollectedTable } from "./table.ts";

type Collect = CollectedTable["collect"];

/** A collector that picks the implementation for the host's platform. */
export function byPlatform(collectors: Partial<Record<NodeJS.Platform, Collect>>): Collect {
  return (host) => {
    const collect = Object.hasOwn(collectors, host.platform)
      ? collectors[host.platform]
      : undefined;
    if (!collect) throw new TableUnavailable("table_missing", `not collected on ${host.platform}`);
    return collect(host);
  };
}
