import type { GapReader } from "../host/gap-reader.ts";

/** A field of the firmware's tables; serial numbers and the UUID are root's alone, machines without DMI have none. */
export function readDmi(read: GapReader, field: string, column: string): string | null {
  return read.forColumns([column]).text(`/sys/class/dmi/id/${field}`)?.trim() || null;
}
