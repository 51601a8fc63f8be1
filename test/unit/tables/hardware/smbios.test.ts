import { expect, test } from "vitest";
import {
  memoryArrayMappedAddresses,
  memoryDeviceMappedAddresses,
} from "../../../../src/tables/hardware/smbios/mapped-addresses.ts";
import { memoryArrays } from "../../../../src/tables/hardware/smbios/memory-arrays.ts";
import { memoryDevices } from "../../../../src/tables/hardware/smbios/memory-devices.ts";
import { memoryErrorInfo } from "../../../../src/tables/hardware/smbios/memory-error-info.ts";
import { oemStrings } from "../../../../src/tables/hardware/smbios/oem-strings.ts";
import { collectOf, collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

interface Field {
  at: number;
  bytes?: 1 | 2 | 4 | 8;
  value: number | bigint;
}

/** A structure of `size` bytes with these fields, and strings after it. */
function structure(
  { type, handle, size }: { type: number; handle: number; size: number },
  fields: Field[],
  strings: string[] = [],
): Buffer {
  const formatted = Buffer.alloc(size);
  formatted.writeUInt8(type, 0);
  formatted.writeUInt8(size, 1);
  formatted.writeUInt16LE(handle, 2);
  for (const { at, bytes = 1, value } of fields) {
    if (bytes === 8) formatted.writeBigUInt64LE(BigInt(value), at);
    else formatted.writeUIntLE(Number(value), at, bytes);
  }
  const texts = strings.length > 0 ? `${strings.join("\0")}\0\0` : "\0\0";
  return Buffer.concat([formatted, Buffer.from(texts)]);
}

const machine = (...structures: Buffer[]) =>
  temporaryHost({ "/sys/firmware/dmi/tables/DMI": Buffer.concat(structures) });

test("memory modules and empty slots", async () => {
  const module = structure(
    { type: 17, handle: 0x11, size: 0x28 },
    [
      { at: 0x04, bytes: 2, value: 0x10 },
      { at: 0x08, bytes: 2, value: 72 },
      { at: 0x0a, bytes: 2, value: 64 },
      { at: 0x0c, bytes: 2, value: 16_384 },
      { at: 0x0e, value: 9 },
      { at: 0x0f, value: 0xff },
      { at: 0x10, value: 1 },
      { at: 0x12, value: 0x1a },
      { at: 0x13, bytes: 2, value: (1 << 7) | (1 << 13) },
      { at: 0x15, bytes: 2, value: 3200 },
      { at: 0x17, value: 2 },
      { at: 0x26, bytes: 2, value: 1200 },
    ],
    ["DIMM A1 ", "ACME"],
  );
  const empty = structure({ type: 17, handle: 0x12, size: 0x1b }, [
    { at: 0x08, bytes: 2, value: 0xffff },
  ]);
  const large = structure({ type: 17, handle: 0x13, size: 0x28 }, [
    { at: 0x0c, bytes: 2, value: 0x7fff },
    { at: 0x1c, bytes: 4, value: 65_536 },
  ]);
  expect(await collectRows(memoryDevices, machine(module, empty, large))).toMatchObject([
    {
      handle: "0x0011",
      array_handle: "0x0010",
      form_factor: "DIMM",
      total_width: 72,
      size: 16_384,
      set: null,
      device_locator: "DIMM A1",
      bank_locator: "",
      memory_type: "DDR4",
      memory_type_details: "Synchronous Registered (Buffered)",
      max_speed: 3200,
      configured_clock_speed: null,
      manufacturer: "ACME",
      configured_voltage: 1200,
    },
    { handle: "0x0012", size: 0, total_width: null, max_voltage: null, memory_type: null },
    { handle: "0x0013", size: 65_536 },
  ]);
});

test("sets of slots, whose capacity may stand in the wide field", async () => {
  const fields = (capacity: Field[]) => [
    { at: 0x04, value: 3 },
    { at: 0x05, value: 3 },
    { at: 0x06, value: 6 },
    ...capacity,
    { at: 0x0b, bytes: 2 as const, value: 0xfffe },
    { at: 0x0d, bytes: 2 as const, value: 4 },
  ];
  const small = structure(
    { type: 16, handle: 1, size: 0x0f },
    fields([{ at: 0x07, bytes: 4, value: 64 << 20 }]),
  );
  const large = structure({ type: 16, handle: 2, size: 0x17 }, [
    ...fields([{ at: 0x07, bytes: 4, value: 0x8000_0000 }]),
    { at: 0x0f, bytes: 8, value: 4n << 40n },
  ]);
  expect(await collectRows(memoryArrays, machine(small, large))).toMatchObject([
    {
      location: "System board or motherboard",
      use: "System memory",
      memory_error_correction: "Multi-bit ECC",
      max_capacity: 64,
      memory_error_info_handle: null,
      number_memory_devices: 4,
    },
    { max_capacity: 4096 },
  ]);
});

test("address ranges, narrow and wide", async () => {
  const ofArray = structure({ type: 19, handle: 3, size: 0x0f }, [
    { at: 0x08, bytes: 4, value: 0x7fff },
    { at: 0x0c, bytes: 2, value: 1 },
    { at: 0x0e, value: 2 },
  ]);
  const ofDevice = structure({ type: 20, handle: 4, size: 0x23 }, [
    { at: 0x04, bytes: 4, value: 0xffff_ffff },
    { at: 0x0c, bytes: 2, value: 0x11 },
    { at: 0x0e, bytes: 2, value: 3 },
    { at: 0x13, bytes: 8, value: 0x100_0000_0000n },
    { at: 0x1b, bytes: 8, value: 0x1ff_ffff_ffffn },
  ]);
  const host = machine(ofArray, ofDevice);
  expect(await collectRows(memoryArrayMappedAddresses, host)).toMatchObject([
    {
      handle: "0x0003",
      memory_array_handle: "0x0001",
      starting_address: "0x00000000",
      ending_address: "0x00007fff",
      partition_width: 2,
    },
  ]);
  expect(await collectRows(memoryDeviceMappedAddresses, host)).toMatchObject([
    {
      memory_device_handle: "0x0011",
      memory_array_mapped_address_handle: "0x0003",
      starting_address: "0x010000000000",
      ending_address: "0x01ffffffffff",
    },
  ]);
});

test("memory errors and the vendor's texts", async () => {
  const error = structure({ type: 18, handle: 5, size: 0x17 }, [
    { at: 0x04, value: 3 },
    { at: 0x05, value: 3 },
    { at: 0x0b, bytes: 4, value: 0x8000_0000 },
    { at: 0x0f, bytes: 4, value: 0x10 },
    { at: 0x13, bytes: 4, value: 0x8000_0000 },
  ]);
  const texts = structure({ type: 11, handle: 6, size: 5 }, [{ at: 4, value: 2 }], ["one", "two"]);
  const host = machine(error, texts);
  expect(await collectRows(memoryErrorInfo, host)).toMatchObject([
    {
      error_type: "OK",
      error_granularity: "Device level",
      error_operation: null,
      memory_array_error_address: null,
      device_error_address: "0x00000010",
    },
  ]);
  expect(await collectRows(oemStrings, host)).toEqual([
    { handle: "0x0006", number: 1, value: "one" },
    { handle: "0x0006", number: 2, value: "two" },
  ]);
});

test("a machine without SMBIOS has no rows, and one whose table may not be read has a gap", async () => {
  expect(await collectOf(memoryDevices, temporaryHost({}))).toEqual({ rows: [], gaps: [] });
  const host = temporaryHost({});
  const denied = Object.assign(new Error("EACCES"), { code: "EACCES" });
  const refusing = {
    ...host,
    stat() {
      throw denied;
    },
  };
  expect((await collectOf(memoryDevices, refusing)).gaps).toMatchObject([{ reason: "denied" }]);
});
