import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { parseTags } from "../../agent/config/parse-tags.ts";
import { Cell, type Tags } from "../../contract/common.ts";
import { AppError } from "../../core/errors.ts";
import { readRegularFile } from "../../core/files/read-regular-file.ts";

const Name = Type.String({ minLength: 1, maxLength: 255 });
const TableName = "^[a-z][a-z0-9_]{0,63}$";

/** One host file: recorded rows per table. */
const HostFile = Type.Object(
  {
    agent_id: Name,
    hostname: Name,
    os: Name,
    os_version: Name,
    arch: Name,
    tags: Type.Array(Type.String()),
    addresses: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 256 }),
    tables: Type.Record(Type.String({ pattern: TableName }), Type.Array(Type.Record(Name, Cell)), {
      additionalProperties: false,
    }),
    denied: Type.Array(Type.String({ pattern: TableName })),
    latency_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
    offline: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** Compiled, since large estates have millions of cells. */
const hostFile = Compile(HostFile);

/** A host that answers from recorded rows. */
export interface SimulatedHost extends Omit<Static<typeof HostFile>, "tags" | "tables"> {
  tags: Tags;
  /** Rows as JSON: parsed rows would take several times the memory, and most hosts are rarely queried. */
  tables: Map<string, Buffer>;
}

/** Larger than any recorded host; protects against a wrong path. */
const maxFileBytes = 64 << 20;

/** Reads every host of these folders, one JSON file per host. Errors name the file. */
export function readSimulatedHosts(folders: string[]): SimulatedHost[] {
  const fileOf = new Map<string, string>();
  const hosts: SimulatedHost[] = [];
  for (const path of folders.flatMap(hostFiles)) {
    const host = readHost(path);
    const before = fileOf.get(host.agent_id);
    if (before !== undefined)
      throw estateError(`${path} and ${before} are both the agent ${host.agent_id}.`);
    fileOf.set(host.agent_id, path);
    hosts.push(host);
  }
  return hosts;
}

function hostFiles(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch (cause) {
    throw estateError(`The estate ${folder} can't be read.`, cause);
  }
  if (names.length === 0)
    throw estateError(`The estate ${folder} has no hosts: it contains no *.json file.`);
  return names.sort().map((name) => join(folder, name));
}

function readHost(path: string): SimulatedHost {
  const value = parse(path);
  if (!hostFile.Check(value)) {
    const [first] = hostFile.Errors(value);
    const where = first?.instancePath.replaceAll("/", ".").slice(1) || "the host";
    throw estateError(`${path} is not a valid host: ${where} ${first?.message ?? "is invalid"}.`);
  }
  const tables = Object.entries(value.tables).map(
    ([name, rows]) => [name, Buffer.from(JSON.stringify(rows))] as const,
  );
  return {
    ...value,
    tables: new Map(tables),
    tags: parseTags(value.tags, `The tags in ${path}`),
  };
}

function parse(path: string): unknown {
  try {
    const bytes = readRegularFile(path, ({ size }) => {
      if (size > maxFileBytes) throw new Error("larger than 64 MiB");
    });
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw estateError(`${path} can't be read as JSON.`, cause);
  }
}

function estateError(message: string, cause?: unknown): AppError {
  return new AppError("usage", message, {
    hint: "An estate is a folder with one JSON file per host; see docs/agents.md.",
    kind: "usage",
    cause,
  });
}
