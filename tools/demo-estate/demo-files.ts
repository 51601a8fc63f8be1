import type { Row } from "../../src/tables/model/table.ts";
import { answerKey } from "./answers/answer-key.ts";
import { tablesOf } from "./collect-tables.ts";
import { app1, app2, cache1, docker1 } from "./hosts/app.ts";
import { ci1, git1, runner1 } from "./hosts/build.ts";
import { backup1, db1, db2, files1 } from "./hosts/data.ts";
import { bastion1, mail1, vpn1 } from "./hosts/edge.ts";
import { laptop1, laptop2 } from "./hosts/linux-laptops.ts";
import { laptop3, laptop4 } from "./hosts/mac-laptops.ts";
import { jump1, monitor1 } from "./hosts/manage.ts";
import { analytics1, log1 } from "./hosts/report.ts";
import { web1, web2, web3 } from "./hosts/web.ts";
import { laptop5, laptop6, winServer1 } from "./hosts/windows.ts";
import type { Machine } from "./machine/machine.ts";
import { bare } from "./machine/network.ts";
import type { RecordedMachine } from "./machine/recorded-machine.ts";
import { mirrorFlows } from "./machine/sockets.ts";

const servers: (() => Machine)[] = [
  ...[web1, web2, web3, app1, app2, cache1, docker1, analytics1],
  ...[db1, db2, backup1, files1, ci1, runner1, git1],
  ...[bastion1, vpn1, mail1, jump1, monitor1, log1, laptop1, laptop2],
];
const others: (() => RecordedMachine)[] = [laptop3, laptop4, laptop5, laptop6, winServer1];

interface HostFile {
  agent_id: string;
  hostname: string;
  os: string;
  os_version: string;
  arch: string;
  tags: string[];
  addresses: string[];
  tables: Record<string, Row[]>;
}

/** Every file of data/estate by name: one per host, and the answer key in a folder beside them. */
export async function makeDemoFiles(): Promise<Map<string, string>> {
  const key = `${JSON.stringify(answerKey(), null, 1)}\n`;
  return new Map([...(await makeHostFiles()), ["answers/answer-key.json", key]]);
}

/** One file per host, with the rows its agent would report. */
async function makeHostFiles(): Promise<Map<string, string>> {
  const machines = servers.map((make) => make());
  const recorded = others.map((make) => make());
  const flowing = recorded.map(({ address, tables }) => ({ addresses: [address], rows: tables }));
  mirrorFlows([...machines, ...flowing]);
  const hosts = [
    ...(await Promise.all(machines.map(fileOfServer))),
    ...recorded.map(fileOfRecorded),
  ];
  return new Map(hosts.map((host) => [`${host.agent_id}.json`, toText(host)]));
}

async function fileOfServer(machine: Machine): Promise<HostFile> {
  const [, version] = machine.release.split("-");
  return {
    agent_id: machine.name,
    hostname: machine.name,
    os: "linux",
    os_version: version!,
    arch: "x64",
    tags: tagWords(machine.tags),
    addresses: machine.addresses.map(bare),
    tables: await tablesOf(machine),
  };
}

const fileOfRecorded = ({
  name,
  address,
  tags,
  os,
  os_version,
  arch,
  tables,
}: RecordedMachine) => ({
  agent_id: name,
  hostname: name,
  ...{ os, os_version, arch },
  tags: tagWords(tags),
  addresses: [address],
  tables,
});

const tagWords = (tags: Record<string, string>) =>
  Object.entries(tags).map(([key, value]) => `${key}=${value}`);

/** One row per line, so that a diff shows the rows that changed. */
function toText({ tables, ...facts }: HostFile): string {
  const parts = Object.entries(tables)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, rows]) => `"${name}":[\n${rows.map(rowText).join(",\n")}\n]`);
  const head = JSON.stringify({ ...facts, denied: [] }).slice(0, -1);
  return `${head},"tables":{\n${parts.join(",\n")}\n}}\n`;
}

/** An absent cell reads as NULL. */
const rowText = (row: Row): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
