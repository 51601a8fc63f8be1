import type { CollectedTable } from "../../model/table.ts";
import { collectGatekeeper } from "./darwin.ts";

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
