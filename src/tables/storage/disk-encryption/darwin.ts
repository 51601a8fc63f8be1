import { TableUnavailable } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { parsePlist, toDict } from "../../host/read-plist.ts";
import { requiredOutput } from "../../host/tool-output.ts";
import type { Collected, Row } from "../../model/table.ts";
import { dictsOf, type PlistDict, type PlistValue, textAt } from "../../parsers/plist/values.ts";

/** APFS volumes with their encryption, and partitions without APFS. */
export async function collectDarwin(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const apfs = dictFrom(await requiredOutput(host, "diskutil", ["apfs", "list", "-plist"]), read);
  if (!apfs) throw new TableUnavailable("error", "diskutil: no list of APFS containers");
  const status = await read.forColumns(["encryption_status"]).output("fdesetup", "status");
  const disks = await read.output("diskutil", "list", "-plist");
  const rows = [
    ...volumeRows(apfs, status ?? ""),
    ...partitionRows(disks === undefined ? undefined : dictFrom(disks, read)),
  ];
  return { rows, gaps: read.gaps };
}

const dictFrom = (text: string, read: GapReader) =>
  toDict(() => parsePlist(text), "diskutil", read);

/**
 * Volumes of `diskutil apfs list -plist`. With a T2 or Apple silicon every volume is encrypted,
 * even if no password is required: FileVault shows whether one is.
 */
export function volumeRows(apfs: PlistDict, fileVaultStatus: string): Row[] {
  return dictsOf(apfs.get("Containers"))
    .flatMap((container) => dictsOf(container.get("Volumes")))
    .map((volume) => {
      const fileVault = volume.get("FileVault") === true;
      const encrypted = fileVault || volume.get("Encryption") === true;
      const migrating = volume.get("CryptoMigrationOn") === true;
      return {
        name: `/dev/${textAt(volume, "DeviceIdentifier") ?? ""}`,
        uuid: textAt(volume, "APFSVolumeUUID") ?? "",
        encrypted: Number(encrypted),
        type: encrypted ? "APFS Encryption" : "",
        encryption_status: statusOf(encrypted, migrating, fileVaultStatus),
        filevault_status: fileVault ? "on" : "off",
      };
    });
}

/** While encrypting, "Encryption in progress: Percent completed = 34" follows "FileVault is On." */
function statusOf(encrypted: boolean, migrating: boolean, fileVaultStatus: string): string {
  if (!migrating) return encrypted ? "encrypted" : "not encrypted";
  return /^Decryption in progress/m.test(fileVaultStatus) ? "decrypting" : "encrypting";
}

/** Partitions of `diskutil list -plist` without APFS containers. */
export function partitionRows(disks: PlistDict | undefined): Row[] {
  return dictsOf(disks?.get("AllDisksAndPartitions"))
    .flatMap((disk) => dictsOf(disk.get("Partitions")))
    .filter((partition) => !isContainer(partition.get("Content")))
    .map((partition) => ({
      name: `/dev/${textAt(partition, "DeviceIdentifier") ?? ""}`,
      uuid: textAt(partition, "VolumeUUID") ?? "",
      encrypted: 0,
      type: "",
      encryption_status: "not encrypted",
      filevault_status: "off",
    }));
}

/** Whether CoreStorage, APFS's predecessor, is encrypted is unknown. */
const isContainer = (content: PlistValue | undefined) =>
  typeof content === "string" && /^Apple_(APFS|CoreStorage)/.test(content);
