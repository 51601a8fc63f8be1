import { smbiosTable } from "./smbios-table.ts";

const locations = [
  "",
  "Other",
  "Unknown",
  "System board or motherboard",
  "ISA add-on card",
  "EISA add-on card",
  "PCI add-on card",
  "MCA add-on card",
  "PCMCIA add-on card",
  "Proprietary add-on card",
  "NuBus",
];
const uses = [
  "",
  "Other",
  "Unknown",
  "System memory",
  "Video memory",
  "Flash memory",
  "Non-volatile RAM",
  "Cache memory",
];
const corrections = [
  "",
  "Other",
  "Unknown",
  "none",
  "Parity",
  "Single-bit ECC",
  "Multi-bit ECC",
  "CRC",
];

/** The capacity in KiB stands in another field from 2 TiB on, in bytes. */
const isExtended = 0x8000_0000;
const kibibytesPerGibibyte = 1 << 20;
/** Handles that stand for "not supported" and "no error". */
const noHandles = ["0xfffe", "0xffff"];

/** One row per set of memory slots. */
export const memoryArrays = smbiosTable(
  "memory_arrays",
  "Sets of memory slots, with their capacity in GiB.",
  {
    type: 16,
    rowsOf({ name, dword, qword, word, handle }) {
      const kibibytes = dword(0x07);
      const bytes = qword(0x0f);
      const errors = handle(0x0b);
      return [
        {
          location: name(0x04, locations),
          use: name(0x05, uses),
          memory_error_correction: name(0x06, corrections),
          max_capacity:
            kibibytes === isExtended
              ? bytes && Number(bytes >> 30n)
              : kibibytes && Math.floor(kibibytes / kibibytesPerGibibyte),
          memory_error_info_handle: errors && noHandles.includes(errors) ? null : errors,
          number_memory_devices: word(0x0d),
        },
      ];
    },
  },
);
