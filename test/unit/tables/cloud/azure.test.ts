import { expect, test } from "vitest";
import { azureInstanceMetadata } from "../../../../src/tables/cloud/azure-instance-metadata.ts";
import { azureInstanceTags } from "../../../../src/tables/cloud/azure-instance-tags.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const azure = { "/sys/class/dmi/id/chassis_asset_tag": "7783-7084-3265-9085-8269-3286-77\n" };
const compute = {
  vmId: "v-1",
  location: "westeurope",
  osType: "Linux",
  vmSize: "Standard_B2s",
  resourceGroupName: "ops",
  tagsList: [{ name: "stage", value: "prod" }],
};
const recorded = {
  "/run/cloud-init/instance-data.json": JSON.stringify({
    ds: { meta_data: { imds: { compute } } },
  }),
};

test("a virtual machine is described by what cloud-init recorded", async () => {
  const host = temporaryHost({ ...azure, ...recorded });
  expect(await collectOf(azureInstanceMetadata, host)).toMatchObject({
    rows: [
      { vm_id: "v-1", location: "westeurope", resource_group_name: "ops", vm_scale_set_name: null },
    ],
    gaps: [],
  });
  expect((await collectOf(azureInstanceTags, host)).rows).toEqual([
    { vm_id: "v-1", key: "stage", value: "prod" },
  ]);
});

test("elsewhere there are no rows, and without the record they are unknown", async () => {
  expect(await collectOf(azureInstanceMetadata, temporaryHost(recorded))).toEqual({
    rows: [],
    gaps: [],
  });
  for (const files of [
    azure,
    { ...azure, "/run/cloud-init/instance-data.json": '{"ds":{"meta_data":{}}}' },
  ])
    expect(await collectOf(azureInstanceTags, temporaryHost(files))).toMatchObject({
      rows: [],
      gaps: [{ reason: "table_missing" }],
    });
});
