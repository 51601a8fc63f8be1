import type { CollectedTable } from "../model/table.ts";
import { objectsOf, textOf } from "../parsers/json-values.ts";
import { collectAzure } from "./azure-facts.ts";

/** One row per tag of an Azure virtual machine. */
export const azureInstanceTags: CollectedTable = {
  name: "azure_instance_tags",
  description: "Tags of this Azure virtual machine.",
  platforms: ["linux"],
  columns: { vm_id: "TEXT", key: "TEXT", value: "TEXT" },
  collect: (host) =>
    collectAzure(host, ({ vmId, tagsList }) =>
      objectsOf(tagsList).map(({ name, value }) => ({
        vm_id: textOf(vmId),
        key: textOf(name),
        value: textOf(value),
      })),
    ),
};
