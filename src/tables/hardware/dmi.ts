import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { readOptional } from "../host/read-optional.ts";

/** A field of the firmware's tables; serial numbers and the UUID are root's alone, machines without DMI have none. */
export function readDmi(
  host: Host,
  field: string,
  { gaps, column }: { gaps: Gap[]; column: string },
): string | null {
  const own: Gap[] = [];
  const value = readOptional(host, `/sys/class/dmi/id/${field}`, own)?.trim() || null;
  gaps.push(...own.map((gap) => ({ ...gap, columns: [column] })));
  return value;
}
