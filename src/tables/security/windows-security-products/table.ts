import type { CollectedTable } from "../../model/table.ts";
import { collectWindowsSecurityProducts } from "./windows.ts";

/** One product a row that registered with the security center, which servers have not. */
export const windowsSecurityProducts: CollectedTable = {
  name: "windows_security_products",
  description: "Antivirus, antispyware and firewall products, and whether they are on.",
  platforms: ["win32"],
  columns: {
    type: "TEXT",
    name: "TEXT",
    state: "TEXT",
    state_timestamp: "TEXT",
    remediation_path: "TEXT",
    signatures_up_to_date: "INTEGER",
  },
  collect: collectWindowsSecurityProducts,
};
