import type { GapReader } from "../host/gap-reader.ts";

/** A DMI field; only root can read serial numbers and the UUID, and some machines have no DMI. */
export function readDmi(read: GapReader, field: string, column: string): string | null {
  return read.forColumns([column]).text(`/sys/class/dmi/id/${field}`)?.trim() || null;
}
