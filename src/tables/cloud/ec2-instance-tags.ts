import type { CollectedTable, Row } from "../model/table.ts";
import { type JsonObject, objectOf, textOf } from "../parsers/json-values.ts";
import { collectEc2 } from "./ec2-facts.ts";

/** One row per tag of an EC2 instance whose metadata includes them. */
export const ec2InstanceTags: CollectedTable = {
  name: "ec2_instance_tags",
  description: "Tags of this EC2 instance, if its metadata includes them.",
  platforms: ["linux"],
  columns: { instance_id: "TEXT", key: "TEXT", value: "TEXT" },
  collect: (host) => collectEc2(host, tagsOf),
};

function tagsOf(data: JsonObject): Row[] {
  const instance = objectOf(objectOf(data.ds).meta_data);
  const tags = objectOf(objectOf(instance.tags).instance);
  return Object.entries(tags).map(([key, value]) => ({
    instance_id: textOf(instance["instance-id"]),
    key,
    value: String(value),
  }));
}
