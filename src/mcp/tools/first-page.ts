/** The first page of a listing; `undefined` never happens, for a service answers with at least one. */
export async function firstPage<Page>(pages: AsyncIterable<Page>): Promise<Page> {
  for await (const page of pages) return page;
  throw new Error("a listing without a page");
}

/** What tells that a listing ends before its rows do. */
export function moreLines(next: unknown): string[] {
  return next === null ? [] : ["There are more: use a higher limit or narrow the filter."];
}
