import { smbiosTable } from "./smbios-table.ts";
import type { fieldsOf } from "./structures.ts";

/** Names of the SMBIOS specification (DSP0134), by number. */
const formFactors =
  ",Other,Unknown,SIMM,SIP,Chip,DIP,ZIP,Proprietary Card,DIMM,TSOP,Row of chips,RIMM,SODIMM,SRIMM,FB-DIMM,Die".split(
    ",",
  );
const types =
  ",Other,Unknown,DRAM,EDRAM,VRAM,SRAM,RAM,ROM,FLASH,EEPROM,FEPROM,EPROM,CDRAM,3DRAM,SDRAM,SGRAM,RDRAM,DDR,DDR2,DDR2 FB-DIMM,,,,DDR3,FBD2,DDR4,LPDDR,LPDDR2,LPDDR3,LPDDR4,Logical non-volatile device,HBM,HBM2,DDR5,LPDDR5,HBM3".split(
    ",",
  );
const details =
  "Reserved,Other,Unknown,Fast-paged,Static column,Pseudo-static,RAMBUS,Synchronous,CMOS,EDO,Window DRAM,Cache DRAM,Non-volatile,Registered (Buffered),Unbuffered (Unregistered),LRDIMM".split(
    ",",
  );

const unknownWord = 0xffff;
/** The size stands in another field. */
const isExtended = 0x7fff;
/** Set in a size that is in KiB instead of MiB. */
const inKibibytes = 0x8000;

/** One row per memory slot, filled or not. */
export const memoryDevices = smbiosTable(
  "memory_devices",
  "Memory modules and empty slots, with sizes in MiB.",
  {
    type: 17,
    rowsOf(fields) {
      const { byte, word, name, string, handle } = fields;
      const known = (offset: number) => {
        const value = word(offset);
        return value === unknownWord ? null : value;
      };
      const positive = (offset: number) => known(offset) || null;
      const set = byte(0x0f);
      return [
        {
          array_handle: handle(0x04),
          form_factor: name(0x0e, formFactors),
          total_width: known(0x08),
          data_width: known(0x0a),
          size: mebibytes(fields),
          set: set === 0xff ? null : set,
          device_locator: string(0x10),
          bank_locator: string(0x11),
          memory_type: name(0x12, types),
          memory_type_details: details.filter((_, bit) => (word(0x13) ?? 0) & (1 << bit)).join(" "),
          max_speed: positive(0x15),
          configured_clock_speed: positive(0x20),
          manufacturer: string(0x17),
          serial_number: string(0x18),
          asset_tag: string(0x19),
          part_number: string(0x1a),
          min_voltage: positive(0x22),
          max_voltage: positive(0x24),
          configured_voltage: positive(0x26),
        },
      ];
    },
  },
);

/** 0 for an empty slot; null if the firmware doesn't know. */
function mebibytes({ word, dword }: ReturnType<typeof fieldsOf>): number | null {
  const size = word(0x0c);
  if (size === null || size === unknownWord) return null;
  if (size === isExtended) return dword(0x1c);
  return size & inKibibytes ? Math.floor((size & ~inKibibytes) / 1024) : size;
}
