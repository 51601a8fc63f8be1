import { blocks, count, paragraphs } from "../text/section.ts";
import { renderTable } from "../text/table.ts";
import type { View } from "./view.ts";

/** Whether a query of a pack runs, or what prevents it. */
export type QueryStatus = "runs" | "missing" | "other_platform" | "events" | "refused";
/** What an import does with a query. */
export type ImportAction = "create" | "update" | "keep" | "skip";

export interface ImportedQuery {
  name: string;
  interval: string;
  status: QueryStatus;
  /** Why it doesn't run, or what was changed to run it. */
  detail: string | null;
  action: ImportAction;
  /** The scheduled question; null if there is none. */
  id: string | null;
}

export interface PackImport {
  dry_run: boolean;
  queries: ImportedQuery[];
  notes: string[];
}

const statusTexts: Record<QueryStatus, string> = {
  runs: "runs",
  missing: "missing",
  other_platform: "other platform",
  events: "needs events",
  refused: "refused",
};

const actionTexts: Record<ImportAction, [planned: string, done: string]> = {
  create: ["to create", "created"],
  update: ["to update", "updated"],
  keep: ["unchanged", "unchanged"],
  skip: ["skipped", "skipped"],
};

/** A row for each query, and how many of them run. */
export const packImportView: View<PackImport> = {
  plain: ({ dry_run, queries, notes }, style) => {
    const actionText = (action: ImportAction) => actionTexts[action][dry_run ? 0 : 1];
    const rows = queries.map(({ name, interval, status, detail, action }) => [
      name,
      interval,
      statusTexts[status],
      actionText(action),
      detail ?? "",
    ]);
    const columns = ["query", "every", "status", "import", "detail"];
    return blocks(
      renderTable({ columns, rows, paints: { status: paintStatus } }, style),
      [...countLines({ queries, dry_run }), ...notes].flatMap((line) => paragraphs(line, style)),
    );
  },
};

const paintStatus = (text: string) => (text === statusTexts.runs ? "green" : "yellow");

function countLines({ queries, dry_run }: Pick<PackImport, "queries" | "dry_run">): string[] {
  const actions = Object.entries(actionTexts)
    .filter(([action]) => action !== "skip")
    .map(
      ([action, texts]) => [texts[dry_run ? 0 : 1], countOf(queries, "action", action)] as const,
    );
  const statuses = Object.entries(statusTexts).map(
    ([status, text]) => [text, countOf(queries, "status", status)] as const,
  );
  const [[, runs], ...skipped] = statuses as [readonly [string, number], ...typeof statuses];
  return [
    `${runs} of ${count(queries.length, "query", "queries")} run${parts(actions)}.`,
    ...(runs < queries.length ? [`${queries.length - runs} skipped${parts(skipped)}.`] : []),
  ];
}

function countOf(queries: ImportedQuery[], field: "action" | "status", value: string): number {
  return queries.filter((query) => query[field] === value).length;
}

function parts(counts: (readonly [string, number])[]): string {
  const some = counts.filter(([, amount]) => amount > 0);
  return some.length === 0
    ? ""
    : `: ${some.map(([text, amount]) => `${amount} ${text}`).join(", ")}`;
}
