import { expect, test } from "vitest";
import {
  parseBitlockerInfo,
  parseDiskEncryption,
} from "../../../../src/tables/storage/bitlocker-info.ts";
import { pick } from "../../../helpers/collect-table.ts";
import { printedOn } from "../../../helpers/windows-host.ts";

const printed = printedOn("windows-10-22h2", "bitlocker-info");

test("volumes with their method and protectors by name", () => {
  const { rows } = parseBitlockerInfo(printed);
  expect(rows[0]).toEqual({
    device_id: "\\\\?\\Volume{aa}\\",
    drive_letter: "C:",
    persistent_volume_id: "{11111111-2222-3333-4444-555555555555}",
    conversion_status: 1,
    protection_status: 1,
    encryption_method: "XTS_AES_256",
    protector_types: "TPM,Numerical password",
    version: 2,
    percentage_encrypted: 100,
    lock_status: 0,
  });
  expect(rows[3]).toMatchObject({ encryption_method: null, protector_types: "Passphrase" });
});

test("a volume whose protection is suspended is as good as open", () => {
  const { rows } = parseDiskEncryption(printed);
  expect(pick(rows, "name", "encrypted", "type", "encryption_status")).toEqual([
    { name: "C:", encrypted: 1, type: "XTS_AES_256", encryption_status: "encrypted" },
    { name: "E:", encrypted: 0, type: "XTS_AES_128", encryption_status: "suspended" },
    {
      name: "\\\\?\\Volume{cc}\\",
      encrypted: 0,
      type: "",
      encryption_status: "not encrypted",
    },
    { name: "F:", encrypted: 1, type: null, encryption_status: "locked" },
  ]);
});

test("an ordinary user is refused, and a server without BitLocker has no such table", () => {
  const ofUser = () => parseBitlockerInfo(printedOn("windows-11-24h2", "bitlocker-info"));
  const ofServer = () => parseDiskEncryption(printedOn("windows-server-2019", "bitlocker-info"));
  expect(ofUser).toThrow(expect.objectContaining({ reason: "denied" }));
  expect(ofServer).toThrow(expect.objectContaining({ reason: "table_missing" }));
});
