import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { choice, type Fields, filled, listOf, text, whole } from "../powershell/values.ts";

export const bitlockerScript = powershellScript({
  volumes: `Get-CimInstance -Namespace root/CIMV2/Security/MicrosoftVolumeEncryption -ClassName Win32_EncryptableVolume | ForEach-Object {
    $volume=$_;
    $version=$null; try{$version=(Invoke-CimMethod -InputObject $volume -MethodName GetVersion).Version}catch{$missed+=$_};
    $conversion=$null; try{$conversion=Invoke-CimMethod -InputObject $volume -MethodName GetConversionStatus}catch{$missed+=$_};
    $method=$null; try{$method=(Invoke-CimMethod -InputObject $volume -MethodName GetEncryptionMethod).EncryptionMethod}catch{$missed+=$_};
    $lock=$null; try{$lock=(Invoke-CimMethod -InputObject $volume -MethodName GetLockStatus).LockStatus}catch{$missed+=$_};
    $types=@(); try{$types=@((Invoke-CimMethod -InputObject $volume -MethodName GetKeyProtectors -Arguments @{KeyProtectorType=[uint32]0}).VolumeKeyProtectorID | ForEach-Object {(Invoke-CimMethod -InputObject $volume -MethodName GetKeyProtectorType -Arguments @{VolumeKeyProtectorID=$_}).KeyProtectorType})}catch{};
    $volume | Select-Object DeviceID,DriveLetter,PersistentVolumeID,ProtectionStatus,@{n='ConversionStatus';e={$conversion.ConversionStatus}},@{n='EncryptionMethod';e={$method}},@{n='Version';e={$version}},@{n='EncryptionPercentage';e={$conversion.EncryptionPercentage}},@{n='LockStatus';e={$lock}},@{n='Protectors';e={$types}}
  }`,
});

const methods = {
  0: "None",
  1: "AES_128_WITH_DIFFUSER",
  2: "AES_256_WITH_DIFFUSER",
  3: "AES_128",
  4: "AES_256",
  5: "HARDWARE_ENCRYPTION",
  6: "XTS_AES_128",
  7: "XTS_AES_256",
};

const protectors = {
  1: "TPM",
  2: "External key",
  3: "Numerical password",
  4: "TPM And PIN",
  5: "TPM And Startup Key",
  6: "TPM And PIN And Startup Key",
  7: "Public Key",
  8: "Passphrase",
  9: "TPM Certificate",
  10: "CryptoAPI Next Generation (CNG) Protector",
};

export function parseBitlockerInfo(printed: string): Collected {
  const answer = readAnswer(printed);
  return { rows: answer.required("volumes").map(volumeRow), gaps: answer.gaps };
}

function volumeRow(volume: Fields): Row {
  const types = listOf(volume.Protectors).map((type) => choice(type, protectors) ?? "UNKNOWN");
  return {
    device_id: text(volume.DeviceID),
    drive_letter: text(volume.DriveLetter) ?? "", // volumes mounted in a folder have none
    persistent_volume_id: text(volume.PersistentVolumeID) ?? "",
    conversion_status: whole(volume.ConversionStatus),
    protection_status: whole(volume.ProtectionStatus),
    encryption_method:
      filled(volume.EncryptionMethod) && (choice(volume.EncryptionMethod, methods) ?? "UNKNOWN"),
    protector_types: types.join(","),
    version: whole(volume.Version),
    percentage_encrypted: whole(volume.EncryptionPercentage),
    lock_status: whole(volume.LockStatus),
  };
}

/** The same volumes for disk_encryption, where encrypted means encrypted and protected. */
export function parseDiskEncryption(printed: string): Collected {
  const { rows, gaps } = parseBitlockerInfo(printed);
  return { rows: rows.map(encryptionRow), gaps };
}

const conversions: Record<string, string> = {
  0: "not encrypted",
  1: "encrypted",
  2: "encrypting",
  3: "decrypting",
  4: "encryption paused",
  5: "decryption paused",
};

function encryptionRow(volume: Row): Row {
  const locked = volume.lock_status === 1; // Windows reports nothing else about a locked volume
  const protectedNow = volume.protection_status === 1;
  const status = conversions[String(volume.conversion_status)] ?? "unknown";
  const suspended = status === "encrypted" && !protectedNow && !locked;
  return {
    name: volume.drive_letter || volume.device_id,
    uuid: volume.persistent_volume_id,
    encrypted: Number(locked || (protectedNow && volume.conversion_status === 1)),
    type: volume.encryption_method === "None" ? "" : volume.encryption_method,
    encryption_status: suspended ? "suspended" : locked ? "locked" : status,
  };
}

export const collectDiskEncryption = collectWith(bitlockerScript, parseDiskEncryption);

/** One row per volume that BitLocker can encrypt; visible to administrators only. */
export const bitlockerInfo: CollectedTable = {
  name: "bitlocker_info",
  description: "Volumes and their BitLocker protection.",
  platforms: ["win32"],
  columns: {
    device_id: "TEXT",
    drive_letter: "TEXT",
    persistent_volume_id: "TEXT",
    conversion_status: "INTEGER",
    protection_status: "INTEGER",
    encryption_method: "TEXT",
    protector_types: "TEXT",
    version: "INTEGER",
    percentage_encrypted: "INTEGER",
    lock_status: "INTEGER",
  },
  collect: collectWith(bitlockerScript, parseBitlockerInfo),
};
