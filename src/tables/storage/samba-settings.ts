import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { readSmbConf, smbConf } from "./read-smb-conf.ts";

/** One row per parameter of [global], by its name in lower case without spaces. */
export const sambaSettings: CollectedTable = {
  name: "samba_settings",
  description: "Samba's global settings, with those of included files.",
  platforms: ["linux"],
  columns: { name: "TEXT", value: "TEXT", path: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    const global = readSmbConf(read).find(({ name }) => name.toLowerCase() === "global");
    if (global?.parameters.has("configfile"))
      read.report({
        reason: "error",
        detail: `${smbConf}: another file replaces it (config file)`,
      });
    const rows = [...(global?.parameters ?? [])].map(([name, value]) => ({
      name,
      value,
      path: smbConf,
    }));
    return { rows, gaps: read.gaps };
  },
};
