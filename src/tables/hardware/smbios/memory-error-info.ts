import { smbiosTable } from "./smbios-table.ts";
import { hex } from "./structures.ts";

const types =
  ",Other,Unknown,OK,Bad read,Parity error,Single-bit error,Double-bit error,Multi-bit error,Nibble error,Checksum error,CRC error,Corrected single-bit error,Corrected error,Uncorrectable error".split(
    ",",
  );
const granularities = ["", "Other", "Unknown", "Device level", "Memory partition level"];
const operations = ["", "Other", "Unknown", "Read", "Write", "Partial write"];

const unknownAddress = 0x8000_0000;

/** One row per report of a memory error. */
export const memoryErrorInfo = smbiosTable(
  "memory_error_info",
  "Memory errors that the firmware reports.",
  {
    type: 18,
    rowsOf({ name, dword }) {
      const unless = (offset: number, unknown: number) => {
        const value = dword(offset);
        return value === null || value === unknown ? null : hex(value, 8);
      };
      return [
        {
          error_type: name(0x04, types),
          error_granularity: name(0x05, granularities),
          error_operation: name(0x06, operations),
          vendor_syndrome: unless(0x07, 0),
          memory_array_error_address: unless(0x0b, unknownAddress),
          device_error_address: unless(0x0f, unknownAddress),
          error_resolution: unless(0x13, unknownAddress),
        },
      ];
    },
  },
);
