import { TableUnavailable } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, CollectedTable, Row } from "../../model/table.ts";
import { linuxColumns } from "../../osquery/linux-columns.ts";
import { objectOf } from "../../parsers/json-values.ts";
import { openSocket } from "../engines/json-socket.ts";

/** Of the package, and of the snap. */
const sockets = ["/var/lib/lxd/unix.socket", "/var/snap/lxd/common/lxd/unix.socket"];

/** The `metadata` of an answer of LXD's API; undefined for 404. */
export type AskLxd = (path: string) => Promise<unknown>;

/** A table of what an LXD daemon answers. */
export const lxdTable = (
  name: string,
  description: string,
  rowsOf: (ask: AskLxd) => Promise<Row[]>,
): CollectedTable => ({
  name,
  description,
  platforms: ["linux"],
  columns: linuxColumns(name),
  collect: (host) => fromDaemon(host, rowsOf),
});

/** The rows of the daemon that answers. Throws if there is none. */
async function fromDaemon(host: Host, rowsOf: (ask: AskLxd) => Promise<Row[]>): Promise<Collected> {
  for (const socketPath of sockets) {
    try {
      return { rows: await rowsOf(openLxd(host, socketPath)), gaps: [] };
    } catch (error) {
      const isAbsent = error instanceof TableUnavailable && error.reason === "table_missing";
      if (!isAbsent) throw error;
    }
  }
  throw new TableUnavailable("table_missing", `${sockets.join(", ")}: no LXD daemon`);
}

export function openLxd(host: Host, socketPath: string): AskLxd {
  const get = openSocket(host, { socketPath });
  return async (path) => {
    const answer = await get(path);
    return answer === undefined ? undefined : objectOf(answer).metadata;
  };
}
