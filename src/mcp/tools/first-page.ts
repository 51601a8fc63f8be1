/** The first page of a listing; a server always returns at least one. */
export async function firstPage<Page>(pages: AsyncIterable<Page>): Promise<Page> {
  for await (const page of pages) return page;
  throw new Error("a listing without a page");
}

/** A note that a listing is incomplete. */
export function moreLines(next: unknown): string[] {
  return next === null ? [] : ["There are more: use a higher limit or narrow the filter."];
}
