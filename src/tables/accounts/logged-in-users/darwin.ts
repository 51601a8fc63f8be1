import { TableUnavailable, unavailableFor } from "../../host/gap.ts";
import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { parseUtmpx, type UtmpxRecord } from "../../parsers/utmpx.ts";

const path = "/var/run/utmpx";

/** macOS numbers old_time before new_time, Linux the other way round. */
const types = [
  ..."empty runlevel boot_time old_time new_time init login user dead accounting".split(" "),
  ..."signature shutdown_time".split(" "),
];

export function collectDarwin(host: Host): Collected {
  const read = gapReader(host);
  const bytes = read.bytes(path, 16 << 20);
  if (!bytes)
    throw unavailableFor(read.gaps[0] ?? { reason: "table_missing", detail: `${path}: not found` });
  const records = parseUtmpx(bytes);
  if (!records) throw new TableUnavailable("error", `${path}: not a utmpx file`);
  return { rows: records.filter(({ type }) => type !== 0).map(rowOf), gaps: read.gaps };
}

const rowOf = ({ type, user, line, host, pid, time }: UtmpxRecord) => ({
  type: types[type] ?? null,
  user,
  tty: line,
  host,
  time,
  pid,
});
