import type { GapReader } from "../../host/gap-reader.ts";

/** A drive of an array. */
export interface MdMember {
  drive: string;
  /** Null for a drive that has no place in the array yet. */
  slot: number | null;
  /** The kernel's words: "in_sync", "faulty", "spare", "write_mostly". */
  states: string[];
}

/** The folder of an array's attributes in sysfs. */
export const folderOf = (array: string) => `/sys/class/block/${array}/md`;

export function membersOf(read: GapReader, array: string): MdMember[] {
  return read
    .list(folderOf(array))
    .filter((name) => name.startsWith("dev-"))
    .map((name) => {
      const text = (file: string) => read.text(`${folderOf(array)}/${name}/${file}`)?.trim() ?? "";
      const slot = text("slot");
      return {
        drive: name.slice("dev-".length),
        slot: /^\d+$/.test(slot) ? Number(slot) : null,
        states: text("state").split(",").filter(Boolean),
      };
    });
}
