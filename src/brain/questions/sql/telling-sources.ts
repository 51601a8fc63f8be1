import type { Source } from "../model/types.ts";
import { expression, type Request } from "./scope.ts";

/**
 * The sources that can answer: one that never knows a field which the question hangs on (its
 * expression is NULL) would find nothing and look as if nothing were there.
 */
export function tellingSources(request: Request): Source[] {
  const needed = fieldsNeeded(request);
  return request.kind.sources.filter((source) =>
    needed.every((field) => expression(source, field) !== "NULL"),
  );
}

/** The fields without which there is no answer: of conditions, rankings, groups and the period. */
export function fieldsNeeded({ kind, filters, aggregate, window }: Request): string[] {
  const named = [
    ...filters.map(({ field }) => field),
    ...aggregate.fields,
    ...(aggregate.of ? [aggregate.of] : []),
    ...(window && kind.timeField ? [kind.timeField] : []),
  ];
  return [...new Set(named)].filter((field) => kind.fields[field]);
}
