import type { CollectedTable, Row } from "../model/table.ts";
import { type JsonObject, listOf, objectOf, textOf } from "../parsers/json-values.ts";
import { collectEc2 } from "./ec2-facts.ts";

/** One row on an EC2 instance, none elsewhere. */
export const ec2InstanceMetadata: CollectedTable = {
  name: "ec2_instance_metadata",
  description: "This EC2 instance, as cloud-init recorded it at boot.",
  platforms: ["linux"],
  columns: {
    instance_id: "TEXT",
    instance_type: "TEXT",
    architecture: "TEXT",
    region: "TEXT",
    availability_zone: "TEXT",
    local_hostname: "TEXT",
    local_ipv4: "TEXT",
    mac: "TEXT",
    security_groups: "TEXT",
    iam_arn: "TEXT",
    ami_id: "TEXT",
    reservation_id: "TEXT",
    account_id: "TEXT",
    ssh_public_key: "TEXT",
  },
  collect: (host) => collectEc2(host, (data) => [describe(data)]),
};

function describe(data: JsonObject): Row {
  const instance = objectOf(objectOf(data.ds).meta_data);
  const dynamic = objectOf(objectOf(objectOf(data.ds).dynamic)["instance-identity"]);
  const document = objectOf(dynamic.document);
  const field = (name: string) => textOf(instance[name]);
  return {
    instance_id: field("instance-id"),
    instance_type: field("instance-type"),
    architecture: textOf(document.architecture),
    region: textOf(document.region) ?? textOf(objectOf(data.v1).region),
    availability_zone: textOf(objectOf(instance.placement)["availability-zone"]),
    local_hostname: field("local-hostname"),
    local_ipv4: field("local-ipv4"),
    mac: field("mac"),
    security_groups: field("security-groups"),
    iam_arn: textOf(objectOf(objectOf(instance.iam).info).InstanceProfileArn),
    ami_id: field("ami-id"),
    reservation_id: field("reservation-id"),
    account_id: textOf(document.accountId),
    ssh_public_key: textOf(listOf(objectOf(data.v1).public_ssh_keys)[0]),
  };
}
