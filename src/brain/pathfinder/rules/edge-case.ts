import { type Static, Type } from "typebox";
import { CaseHost, type RunOverCase, runOverCase } from "../../definitions/case-host.ts";
import { statementsFor } from "./load-edge-rules.ts";
import type { OwnEdgeRule } from "./own-edge-rule.ts";

/** A host and all edges that a rule must give for it, in any order, by the columns that matter. */
export const EdgeCase = Type.Object(
  { ...CaseHost, edges: Type.Array(Type.Record(Type.String(), Type.Unknown())) },
  { additionalProperties: false },
);
export type EdgeCase = Static<typeof EdgeCase>;

/** A file `NAME.test.yaml` beside the edge rule `NAME.yaml`. */
export const EdgeCases = Type.Array(EdgeCase, { minItems: 1 });

type Edge = Record<string, unknown>;

/** Why a case fails, as a sentence without its full stop; null if the edges are the expected ones. */
export async function runEdgeCase(
  rule: OwnEdgeRule,
  expected: EdgeCase,
  run: RunOverCase,
): Promise<string | null> {
  const statements = statementsFor([rule], expected.os ?? "linux");
  const [result] = await runOverCase(statements, expected, run);
  if (result?.error && !expected.denied?.length) return result.error.message;
  const edges = (result?.rows ?? []).map((row) =>
    Object.fromEntries((result?.columns ?? []).map((column, at) => [column, row[at]])),
  );
  const missing = expected.edges.filter((edge) => !edges.some((other) => isPartOf(edge, other)));
  const more = edges.filter((edge) => !expected.edges.some((other) => isPartOf(other, edge)));
  if (missing.length === 0 && more.length === 0) return null;
  return [
    ...missing.map((edge) => `missing: ${textOf(edge)}`),
    ...more.map((edge) => `not expected: ${textOf(edge)}`),
  ].join("; ");
}

const isPartOf = (wanted: Edge, edge: Edge) =>
  Object.entries(wanted).every(([column, value]) => valueIn(edge, column) === value);

/** An edge without a state is proven. */
const valueIn = (edge: Edge, column: string) =>
  edge[column] ?? (column === "state" ? "proven" : null);

const textOf = (edge: Edge) =>
  Object.entries(edge)
    .filter(([, value]) => value !== null)
    .map(([column, value]) => `${column}=${value}`)
    .join(" ");
