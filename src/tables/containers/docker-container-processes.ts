import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { listOf, objectOf } from "../parsers/json-values.ts";
import { containerIds } from "./engines/container-ids.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromContainers } from "./engines/from-engines.ts";

/** Fields of ps(1), which Docker runs on the host, by column. */
const fields = {
  pid: "pid",
  name: "comm",
  state: "state",
  uid: "uid",
  gid: "gid",
  euid: "euid",
  egid: "egid",
  suid: "suid",
  sgid: "sgid",
  resident_size: "rss",
  total_size: "vsz",
  parent: "ppid",
  pgroup: "pgrp",
  threads: "nlwp",
  nice: "nice",
  user: "user",
  time: "time",
  cpu: "pcpu",
  mem: "pmem",
  cmdline: "cmd",
};
export const psFields = Object.values(fields).join(",");
const kibibytes = ["resident_size", "total_size"];
const texts = ["name", "state", "user", "time", "cmdline"];

/** One row per process of a running container. */
export const dockerContainerProcesses: CollectedTable = {
  name: "docker_container_processes",
  description: "Processes in running Docker containers.",
  platforms: ["linux"],
  columns: {
    id: "TEXT",
    pid: "BIGINT",
    name: "TEXT",
    cmdline: "TEXT",
    state: "TEXT",
    uid: "BIGINT",
    gid: "BIGINT",
    euid: "BIGINT",
    egid: "BIGINT",
    suid: "BIGINT",
    sgid: "BIGINT",
    wired_size: "BIGINT",
    resident_size: "BIGINT",
    total_size: "BIGINT",
    start_time: "BIGINT",
    parent: "BIGINT",
    pgroup: "BIGINT",
    threads: "INTEGER",
    nice: "INTEGER",
    user: "TEXT",
    time: "TEXT",
    cpu: "DOUBLE",
    mem: "DOUBLE",
  },
  collect: (host) => fromContainers(host, ({ docker }) => readContainerProcesses(docker)),
};

export async function readContainerProcesses(docker: DockerApi): Promise<Collected> {
  const ids = await containerIds(docker, { running: true });
  const lists = await Promise.all(
    ids.map(async (id) => ({ id, lines: processLines(await docker.processes(id, psFields)) })),
  );
  return { rows: lists.flatMap(({ id, lines }) => lines.map((line) => rowOf(id, line))), gaps: [] };
}

const processLines = (answer: unknown): string[][] =>
  listOf(objectOf(answer).Processes).map((line) => listOf(line).map(String));

const rowOf = (id: string, line: string[]): Row => ({
  id,
  ...Object.fromEntries(
    Object.keys(fields).map((column, at) => [column, cellOf(column, line[at])]),
  ),
  wired_size: 0,
});

function cellOf(column: string, text: string | undefined) {
  if (text === undefined || texts.includes(column)) return text ?? null;
  return kibibytes.includes(column) ? Number(text) * 1024 : Number(text);
}
