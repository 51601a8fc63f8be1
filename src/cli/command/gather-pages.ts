import { maxPageSize } from "../../contract/enums.ts";

export interface ListFlags {
  limit: number;
  all: boolean;
}

type Page<Name extends string, Row> = Record<Name, Row[]> & { next_cursor: string | null };

/** The first rows up to the limit, or all, as one page; `name` is the page's field with the rows. */
export async function gatherPages<Name extends string, Row>(
  name: Name,
  list: (query: { limit: number }) => AsyncIterable<Page<Name, Row>>,
  { limit, all }: ListFlags,
): Promise<Page<Name, Row>> {
  const wanted = all ? Number.POSITIVE_INFINITY : limit;
  const rows: Row[] = [];
  let next_cursor: string | null = null;
  for await (const page of list({ limit: Math.min(wanted, maxPageSize) })) {
    rows.push(...page[name]);
    next_cursor = page.next_cursor;
    if (rows.length >= wanted) break;
  }
  return { [name]: rows.slice(0, wanted), next_cursor } as Page<Name, Row>;
}
