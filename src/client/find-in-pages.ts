/** The first match in the pages; later pages are not fetched. */
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
