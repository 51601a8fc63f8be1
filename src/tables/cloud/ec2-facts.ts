import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { Collected, Row } from "../model/table.ts";
import { type JsonObject, objectOf, parseJson } from "../parsers/json-values.ts";

const recorded = "/run/cloud-init/instance-data.json";
const vendorFile = "/sys/class/dmi/id/sys_vendor";

/**
 * Rows of what cloud-init recorded of this instance at boot: an agent makes no connections of its
 * own, so the metadata service is not asked. A machine that is not Amazon's has no rows.
 */
export function collectEc2(host: Host, rowsOf: (data: JsonObject) => Row[]): Collected {
  const read = gapReader(host);
  if (!isAmazon(read)) return { rows: [], gaps: read.gaps };
  const text = read.text(recorded);
  if (text === undefined && read.gaps.length === 0)
    read.report({ reason: "table_missing", detail: `${recorded}: not found (cloud-init)` });
  return { rows: text === undefined ? [] : rowsOf(objectOf(parseJson(text))), gaps: read.gaps };
}

const isAmazon = (read: GapReader) => read.text(vendorFile)?.startsWith("Amazon EC2") ?? false;
