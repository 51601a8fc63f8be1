import { gapOf, unavailableFor } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { readPlistDict } from "../host/read-plist.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { type PlistDict, textAt } from "../parsers/plist/values.ts";

export const packageReceipts: CollectedTable = {
  name: "package_receipts",
  description: "Packages installed by the macOS Installer.",
  platforms: ["darwin"],
  columns: {
    package_id: "TEXT",
    package_filename: "TEXT",
    version: "TEXT",
    location: "TEXT",
    install_time: "DOUBLE",
    installer_name: "TEXT",
    path: "TEXT",
  },
  collect: collectPackageReceipts,
};

const folder = "/var/db/receipts";

/** Installer's receipts. */
function collectPackageReceipts(host: Host): Collected {
  const read = gapReader(host);
  const rows = namesIn(host)
    .filter((name) => name.endsWith(".plist"))
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      const receipt = readPlistDict(read, path);
      return receipt ? [receiptRow(receipt, path)] : [];
    });
  return { rows, gaps: read.gaps };
}

/** Every Mac has this folder, even if empty. */
function namesIn(host: Host): string[] {
  try {
    return host.list(folder);
  } catch (error) {
    throw unavailableFor(gapOf(error, folder));
  }
}

function receiptRow(receipt: PlistDict, path: string): Row {
  const installed = receipt.get("InstallDate");
  return {
    package_id: textAt(receipt, "PackageIdentifier"),
    package_filename: textAt(receipt, "PackageFileName"),
    version: textAt(receipt, "PackageVersion"),
    location: textAt(receipt, "InstallPrefixPath"),
    install_time: installed instanceof Date ? installed.getTime() / 1000 : null,
    installer_name: textAt(receipt, "InstallProcessName"),
    path,
  };
}
