import { collectGatekeeper } from "./darwin/gatekeeper.ts";
import type { CollectedTable } from "./table.ts";

export const gatekeeper: CollectedTable = {
  name: "gatekeeper",
  description: "Whether Gatekeeper assesses programs before they are opened.",
  platforms: ["darwin"],
  columns: {
    assessments_enabled: "INTEGER",
    dev_id_enabled: "INTEGER",
    version: "TEXT",
    opaque_version: "TEXT",
  },
  collect: collectGatekeeper,
};
