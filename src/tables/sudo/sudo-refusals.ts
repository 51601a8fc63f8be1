import { type Gap, unavailableFor } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { parseSudoLog } from "../parsers/logs/sudo-log.ts";

const maxBytes = 64 << 20;
const logs = ["/var/log/auth.log.1", "/var/log/auth.log", "/var/log/secure"];

/**
 * One row per command that sudo refused, as it logged it: after wrong passwords (attempts), or
 * because no rule allows it. The log is text that syslog writes: whoever may send to syslog can
 * imitate sudo's lines. sudo logs nothing here if its syslog option is off or names another facility.
 */
export const sudoRefusals: CollectedTable = {
  name: "sudo_refusals",
  description: "Commands that sudo refused, from the authentication log.",
  platforms: ["linux"],
  columns: {
    username: "TEXT",
    reason: "TEXT",
    attempts: "INTEGER",
    target_user: "TEXT",
    command: "TEXT",
    tty: "TEXT",
    time: "BIGINT",
  },
  collect(host) {
    const read = gapReader(host);
    const texts = logs
      .map((path) => read.text(path, maxBytes))
      .filter((text) => text !== undefined);
    if (texts.length === 0) throw unavailableFor(read.gaps[0] ?? noRecord);
    const nowSeconds = Math.floor(host.now() / 1000);
    return { rows: texts.flatMap((text) => parseSudoLog(text, nowSeconds)), gaps: read.gaps };
  },
};

/** Without the file refusals are not recorded here, which does not mean that there were none. */
const noRecord: Gap = { reason: "table_missing", detail: "/var/log/auth.log: not found" };
