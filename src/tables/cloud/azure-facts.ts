import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { Collected, Row } from "../model/table.ts";
import { type JsonObject, objectOf, parseJson } from "../parsers/json-values.ts";

const recorded = "/run/cloud-init/instance-data.json";
/** The asset tag that every virtual machine of Azure has, and no other. */
const azureTag = "7783-7084-3265-9085-8269-3286-77";

/**
 * Rows of what cloud-init recorded of this virtual machine at boot, as for EC2. A machine that is
 * not Azure's has no rows.
 */
export function collectAzure(host: Host, rowsOf: (compute: JsonObject) => Row[]): Collected {
  const read = gapReader(host);
  if (read.text("/sys/class/dmi/id/chassis_asset_tag")?.trim() !== azureTag)
    return { rows: [], gaps: read.gaps };
  const text = read.text(recorded);
  const data = objectOf(text === undefined ? undefined : parseJson(text));
  const metadata = objectOf(objectOf(data.ds).meta_data);
  const compute = objectOf(objectOf(metadata.imds).compute);
  if (Object.keys(compute).length === 0 && read.gaps.length === 0) {
    const detail = `${recorded}: no metadata of the virtual machine (cloud-init)`;
    read.report({ reason: "table_missing", detail });
  }
  return { rows: Object.keys(compute).length > 0 ? rowsOf(compute) : [], gaps: read.gaps };
}
