import type { CollectedTable } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";
import { textOf } from "../parsers/json-values.ts";
import { collectAzure } from "./azure-facts.ts";

/** Fields of Azure's metadata, by column. */
const fields = {
  location: "location",
  name: "name",
  offer: "offer",
  publisher: "publisher",
  sku: "sku",
  version: "version",
  os_type: "osType",
  platform_update_domain: "platformUpdateDomain",
  platform_fault_domain: "platformFaultDomain",
  vm_id: "vmId",
  vm_size: "vmSize",
  subscription_id: "subscriptionId",
  resource_group_name: "resourceGroupName",
  placement_group_id: "placementGroupId",
  vm_scale_set_name: "vmScaleSetName",
  zone: "zone",
};

/** One row on an Azure virtual machine, none elsewhere. */
export const azureInstanceMetadata: CollectedTable = {
  name: "azure_instance_metadata",
  description: "This Azure virtual machine, as cloud-init recorded it at boot.",
  platforms: ["linux"],
  columns: linuxColumns("azure_instance_metadata"),
  collect: (host) =>
    collectAzure(host, (compute) => [
      Object.fromEntries(
        Object.entries(fields).map(([column, field]) => [column, textOf(compute[field])]),
      ),
    ]),
};
