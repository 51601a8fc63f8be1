import { ownValue } from "../../../core/own-value.ts";
import { packQuery } from "./pack-query.ts";
import { isRecord, type Loose, type PackFile, type PackQuery, textOf } from "./types.ts";

/** What the documents of a Fleet file define. */
interface Definitions {
  queries: Loose[];
  policies: Loose[];
  packs: Loose[];
  notes: string[];
}

const kinds: Record<string, "queries" | "policies" | "packs"> = {
  query: "queries",
  report: "queries",
  policy: "policies",
  pack: "packs",
};

/**
 * The queries of Fleet's YAML: documents with `kind` and `spec`, or the lists of its GitOps files.
 * A query that a pack schedules is not imported a second time by itself.
 */
export function readFleetYaml(documents: unknown[], fileName: string): PackFile {
  const definitions: Definitions = { queries: [], policies: [], packs: [], notes: [] };
  for (const document of documents) addDocument(definitions, document);
  const { queries, policies, packs, notes } = definitions;
  const byName = new Map(queries.map((query) => [textOf(query.name), query]));
  const scheduled = new Set(packs.flatMap(entriesOf).map(({ query }) => textOf(query)));
  const alone = queries.filter(({ name }) => !scheduled.has(textOf(name)));
  return {
    queries: [
      ...alone.map((query) => packQuery({ pack: fileName, name: textOf(query.name) }, query)),
      ...packs.flatMap((pack) => queriesOfPack(pack, byName)),
      ...policies.map((policy) => policyQuery(policy, fileName)),
    ],
    notes,
  };
}

function addDocument(definitions: Definitions, document: unknown): void {
  if (Array.isArray(document)) addList(definitions, document);
  else if (isRecord(document) && typeof document.kind === "string") {
    addKind(definitions, document.kind, document.spec);
  } else if (isRecord(document)) {
    for (const name of ["queries", "reports"]) add(definitions, "queries", document[name]);
    add(definitions, "policies", document.policies);
  }
}

function addKind(definitions: Definitions, kind: string, spec: unknown): void {
  const name = ownValue(kinds, kind.toLowerCase());
  if (name) add(definitions, name, Array.isArray(spec) ? spec : [spec]);
  else definitions.notes.push(`A document of kind ${kind} is ignored: it defines no query.`);
}

/** A GitOps file for queries or for policies is a list; only policies have these fields. */
function addList(definitions: Definitions, list: unknown[]): void {
  const isPolicy = (entry: unknown) =>
    isRecord(entry) && ("resolution" in entry || "critical" in entry);
  add(definitions, "policies", list.filter(isPolicy));
  add(
    definitions,
    "queries",
    list.filter((entry) => !isPolicy(entry)),
  );
}

function add(
  { notes, ...definitions }: Definitions,
  name: "queries" | "policies" | "packs",
  list: unknown,
): void {
  for (const entry of Array.isArray(list) ? list.filter(isRecord) : []) {
    const path = textOf(entry.path);
    if (path === "") definitions[name].push(entry);
    else notes.push(`${path} is a file of its own: import that file too.`);
  }
}

const entriesOf = ({ queries }: Loose): Loose[] =>
  Array.isArray(queries) ? queries.filter(isRecord) : [];

/** A pack's entry names a query and overrides its interval and platform. */
function queriesOfPack(pack: Loose, byName: Map<string, Loose>): PackQuery[] {
  return entriesOf(pack).map((entry) => {
    const defined = byName.get(textOf(entry.query));
    const name = textOf(entry.name) || textOf(entry.query);
    const { query: _, ...own } = entry;
    return packQuery({ pack: textOf(pack.name), name }, { ...defined, ...own }, pack);
  });
}

/** A policy passes on hosts where its query has a row; the question is about those where it fails. */
function policyQuery(policy: Loose, pack: string): PackQuery {
  const name = textOf(policy.name);
  const query = packQuery({ pack, name }, policy);
  if (query.sql === "") return query;
  // The line break ends a comment at the end of the query.
  return { ...query, sql: `SELECT 'fails' AS policy WHERE NOT EXISTS (\n${query.sql}\n)` };
}
