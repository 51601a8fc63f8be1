import type { Gap } from "../../host/gap.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import type { Row } from "../../model/table.ts";
import type { ModuleStop } from "./module-stops.ts";

/** Whether a module gets loaded on demand; a stop whose effect isn't known leaves that open. */
export function autoloadColumns(read: GapReader, stop: ModuleStop | undefined): Row {
  if (stop && !stop.isCertain) read.forColumns(["autoload"]).report(unknownEffect(stop));
  const autoload = stop ? (stop.isCertain ? 0 : null) : 1;
  return { autoload, stopped_by: stop?.source ?? null };
}

const unknownEffect = ({ source }: ModuleStop): Gap => ({
  reason: "error",
  detail: `${source}: whether the program loads the module is not known`,
});
