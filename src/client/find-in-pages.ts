/** The first thing that is found in a page, fetching no page after it. */
export async function findInPages<Page, Found>(
  pages: AsyncIterable<Page>,
  find: (page: Page) => Found | undefined,
): Promise<Found | undefined> {
  for await (const page of pages) {
    const found = find(page);
    if (found !== undefined) return found;
  }
  return undefined;
}
