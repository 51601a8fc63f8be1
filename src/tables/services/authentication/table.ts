import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { CollectedTable, Row } from "../../model/table.ts";
import { listPids } from "../../processes/proc/pids.ts";
import { couchdb } from "./judges/couchdb.ts";
import { distcc } from "./judges/distcc.ts";
import { docker } from "./judges/docker.ts";
import { elasticsearch } from "./judges/elasticsearch.ts";
import { etcd } from "./judges/etcd.ts";
import { jupyter } from "./judges/jupyter.ts";
import { kubelet } from "./judges/kubelet.ts";
import { memcached } from "./judges/memcached.ts";
import { mongodb } from "./judges/mongodb.ts";
import { mosquitto } from "./judges/mosquitto.ts";
import { redis } from "./judges/redis.ts";
import { rsync } from "./judges/rsync.ts";
import { x11vnc, xvnc } from "./judges/vnc.ts";
import { readServiceProcess } from "./model/service-process.ts";
import type { ServiceJudge } from "./model/types.ts";

const judges: ServiceJudge[] = [
  couchdb,
  distcc,
  docker,
  elasticsearch,
  etcd,
  jupyter,
  kubelet,
  memcached,
  mongodb,
  mosquitto,
  redis,
  rsync,
  x11vnc,
  xvnc,
];

/**
 * One row per server and port, or per server where all its ports are alike. Nothing is connected to:
 * what the server demands follows from its arguments and its configuration as it is now.
 */
export const serviceAuthentication: CollectedTable = {
  name: "service_authentication",
  description:
    "Running servers of known kinds, and whether they serve clients without authentication.",
  platforms: ["linux"],
  columns: {
    pid: "INTEGER",
    service: "TEXT",
    /** NULL: every port that the process listens on. */
    port: "INTEGER",
    /** 1: serves whoever reaches the port; 0: not; NULL: not known. */
    open: "INTEGER",
    reason: "TEXT",
    /** The configuration file that says so. */
    source: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const pids = listPids(read);
    return { rows: pids.flatMap((pid) => rowsOf(read.forColumns(judged), pid)), gaps: read.gaps };
  },
};

const judged = ["open", "reason", "source"];

function rowsOf(read: GapReader, pid: number): Row[] {
  const process = readServiceProcess(read, pid);
  const judge = process && judges.find((each) => each.isService(process));
  if (!judge) return [];
  return judge.judge(process).map(({ open, reason, source, port }) => {
    if (open === null)
      read.report({ reason: "error", detail: `${judge.service} (process ${pid}): ${reason}` });
    return { pid, service: judge.service, port, open, reason, source };
  });
}
