import { packQuery } from "./pack-query.ts";
import { isRecord, type Loose, type PackFile } from "./types.ts";

/**
 * JSON with what osquery's config parser accepts besides: a backslash at the end of a line continues
 * it, and a line that begins with # or // is a comment.
 * https://osquery.readthedocs.io/en/stable/deployment/configuration/
 */
export function parseOsqueryJson(text: string): unknown {
  const joined = text.replace(/\\\r?\n/g, "");
  return JSON.parse(joined.replace(/^[ \t]*(?:#|\/\/).*$/gm, ""));
}

/** The queries of a pack, or those of a config's schedule and packs. */
export function readOsqueryPack(file: Loose, fileName: string): PackFile {
  const packs = isRecord(file.packs) ? Object.entries(file.packs) : [];
  const inline = packs.flatMap(([name, pack]) => (isRecord(pack) ? [{ name, pack }] : []));
  const elsewhere = packs.filter(([, pack]) => !isRecord(pack)).map(([name]) => name);
  const parts = [
    { name: fileName, pack: { queries: file.schedule } },
    { name: fileName, pack: file },
    ...inline,
  ];
  const discovers = parts.filter(({ pack }) => hasDiscovery(pack)).map(({ name }) => name);
  return {
    queries: parts.flatMap(({ name, pack }) => queriesOf(name, pack)),
    notes: [
      ...elsewhere.map((name) => `Pack ${name} is in a file of its own: import that file too.`),
      ...discovers.map(
        (name) => `The discovery queries of ${name} are ignored: select hosts with --tag.`,
      ),
    ],
  };
}

function queriesOf(pack: string, outer: Loose) {
  if (!isRecord(outer.queries)) return [];
  return Object.entries(outer.queries).map(([name, entry]) =>
    packQuery({ pack, name }, isRecord(entry) ? entry : {}, outer),
  );
}

const hasDiscovery = ({ discovery }: Loose) => Array.isArray(discovery) && discovery.length > 0;
