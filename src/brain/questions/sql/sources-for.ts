import type { Source } from "../model/types.ts";
import { expression, type Request } from "./scope.ts";

/**
 * The sources that can answer the request. A source without a required field (its expression is
 * NULL) would return no rows, which would look like an empty result.
 */
export function sourcesFor(request: Request): Source[] {
  const needed = fieldsNeeded(request);
  return request.kind.sources.filter((source) =>
    needed.every((field) => expression(source, field) !== "NULL"),
  );
}

/** The fields that an answer requires: those of conditions, rankings, groups and the period. */
export function fieldsNeeded({ kind, filters, aggregate, window }: Request): string[] {
  const named = [
    ...filters.map(({ field }) => field),
    ...aggregate.fields,
    ...(aggregate.of ? [aggregate.of] : []),
    ...(window && kind.timeField ? [kind.timeField] : []),
  ];
  return [...new Set(named)].filter((field) => kind.fields[field]);
}
