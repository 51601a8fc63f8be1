import { smbiosTable } from "./smbios-table.ts";
import { type fieldsOf, hex } from "./structures.ts";

/** Addresses that don't fit stand in wider fields. */
const isExtended = 0xffff_ffff;

/** Addresses in KiB, as the firmware writes them; those in the wide fields are in bytes. */
function addressesOf(
  { dword, qword }: ReturnType<typeof fieldsOf>,
  wide: { starting: number; ending: number },
) {
  const [starting, ending] = [dword(0x04), dword(0x08)];
  if (starting !== isExtended)
    return {
      starting_address: starting === null ? null : hex(starting, 8),
      ending_address: ending === null ? null : hex(ending, 8),
    };
  const [first, last] = [qword(wide.starting), qword(wide.ending)];
  return {
    starting_address: first === null ? null : hex(first, 12),
    ending_address: last === null ? null : hex(last, 12),
  };
}

/** One row per range of addresses of a memory array. */
export const memoryArrayMappedAddresses = smbiosTable(
  "memory_array_mapped_addresses",
  "Address ranges of sets of memory slots.",
  {
    type: 19,
    rowsOf: (fields) => [
      {
        memory_array_handle: fields.handle(0x0c),
        ...addressesOf(fields, { starting: 0x0f, ending: 0x17 }),
        partition_width: fields.byte(0x0e),
      },
    ],
  },
);

/** One row per range of addresses of a memory device. */
export const memoryDeviceMappedAddresses = smbiosTable(
  "memory_device_mapped_addresses",
  "Address ranges of memory modules.",
  {
    type: 20,
    rowsOf: (fields) => [
      {
        memory_device_handle: fields.handle(0x0c),
        memory_array_mapped_address_handle: fields.handle(0x0e),
        ...addressesOf(fields, { starting: 0x13, ending: 0x1b }),
        partition_row_position: fields.byte(0x10),
        interleave_position: fields.byte(0x11),
        interleave_data_depth: fields.byte(0x12),
      },
    ],
  },
);
