import type { CollectedTable } from "../../model/table.ts";
import { collectPackageReceipts } from "./darwin.ts";

export const packageReceipts: CollectedTable = {
  name: "package_receipts",
  description: "Packages that the Installer of macOS installed.",
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
