import { type Gap, TableUnavailable } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { objectsOf, textOf } from "../../parsers/json-values.ts";
import { type Engine, findEngines } from "./find-engines.ts";
import { findRunningContainers } from "./running-containers.ts";

type ReadEngine = (engine: Engine) => Promise<Collected>;

/** The rows of every engine. Throws if there is none that answers. */
export async function fromEngines(host: Host, read: ReadEngine): Promise<Collected> {
  const engines = findEngines(host);
  const results = await Promise.all(engines.map((engine) => readOne(engine, read)));
  const answered = results.filter((one) => "rows" in one);
  if (answered.length === 0) throw firstOf(results);
  return {
    rows: answered.flatMap(({ rows }) => rows),
    gaps: results.flatMap((one) => (one instanceof TableUnavailable ? gapsFor(one) : one.gaps)),
  };
}

/** The same for rows of containers; those that run without being listed by an engine are a gap. */
export async function fromContainers(host: Host, read: ReadEngine): Promise<Collected> {
  const [found, unlisted] = await Promise.all([
    fromEngines(host, read).catch((error: unknown) => {
      if (error instanceof TableUnavailable) return error;
      throw error;
    }),
    unlistedContainers(host),
  ]);
  if (!(found instanceof TableUnavailable)) return { ...found, gaps: [...found.gaps, ...unlisted] };
  if (found.reason === "table_missing" && unlisted.length > 0) return { rows: [], gaps: unlisted };
  throw found;
}

async function readOne(engine: Engine, read: ReadEngine): Promise<Collected | TableUnavailable> {
  try {
    return await read(engine);
  } catch (error) {
    if (error instanceof TableUnavailable) return error;
    throw error;
  }
}

function firstOf(results: (Collected | TableUnavailable)[]): TableUnavailable {
  const refused = results.filter((one) => one instanceof TableUnavailable);
  return (
    refused.find(({ reason }) => reason !== "table_missing") ??
    refused[0] ??
    new TableUnavailable("table_missing", "/var/run/docker.sock: not found")
  );
}

/** The socket of an engine that was stopped stays behind, and means nothing beside one that answers. */
const gapsFor = ({ reason, message }: TableUnavailable): Gap[] =>
  reason === "table_missing" ? [] : [{ reason, detail: message }];

/** Podman runs without a daemon, and Kubernetes talks to containerd: no API lists their containers. */
async function unlistedContainers(host: Host): Promise<Gap[]> {
  const running = findRunningContainers(host);
  if (running.length === 0) return [];
  const lists = await Promise.all(
    findEngines(host).map(({ docker }) => docker.containers().catch(() => [])),
  );
  const listed = new Set(lists.flatMap(objectsOf).map(({ Id }) => textOf(Id)));
  const unlisted = running.filter(({ id }) => !listed.has(id));
  const engines = [...new Set(unlisted.map(({ engine }) => engine))];
  return engines.map((engine) => {
    const count = unlisted.filter((one) => one.engine === engine).length;
    const what = count === 1 ? "1 container" : `${count} containers`;
    return {
      reason: "table_missing",
      detail: `${what} of ${engine}: no socket with Docker's API lists ${count === 1 ? "it" : "them"}`,
    };
  });
}
