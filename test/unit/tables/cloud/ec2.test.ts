import { expect, test } from "vitest";
import { ec2InstanceMetadata } from "../../../../src/tables/cloud/ec2-instance-metadata.ts";
import { ec2InstanceTags } from "../../../../src/tables/cloud/ec2-instance-tags.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const amazon = { "/sys/class/dmi/id/sys_vendor": "Amazon EC2\n" };
const data = {
  v1: { region: "eu-west-1", public_ssh_keys: ["ssh-ed25519 AAAA ops"] },
  ds: {
    meta_data: {
      "instance-id": "i-1",
      "instance-type": "t3.small",
      placement: { "availability-zone": "eu-west-1a" },
      tags: { instance: { Name: "web" } },
    },
  },
};
const recorded = { "/run/cloud-init/instance-data.json": JSON.stringify(data) };

test("an instance is described by what cloud-init recorded", async () => {
  const host = temporaryHost({ ...amazon, ...recorded });
  expect(await collectOf(ec2InstanceMetadata, host)).toMatchObject({
    rows: [{ instance_id: "i-1", region: "eu-west-1", availability_zone: "eu-west-1a" }],
    gaps: [],
  });
  expect((await collectOf(ec2InstanceTags, host)).rows).toEqual([
    { instance_id: "i-1", key: "Name", value: "web" },
  ]);
});

test("elsewhere there are no rows, and without the record they are unknown", async () => {
  expect(await collectOf(ec2InstanceMetadata, temporaryHost(recorded))).toEqual({
    rows: [],
    gaps: [],
  });
  expect((await collectOf(ec2InstanceMetadata, temporaryHost(amazon))).gaps).toMatchObject([
    { reason: "table_missing" },
  ]);
});
