import { type Static, Type } from "typebox";
import { defaultPageSize } from "../../contract/common.ts";
import { maxPageSize } from "../../contract/enums.ts";
import { isId } from "../../core/ids.ts";
import type { PageQuery, Store } from "../../store/port/store.ts";
import type { Records } from "../../store/records.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";

/** Fits the row of an agent whose id has 255 characters of four bytes. */
export const maxCursorLength = 2_048;

/** Query parameters of paginated lists. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPageSize,
      default: defaultPageSize,
      description: "Maximum number of results per page.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: maxCursorLength,
      description:
        "The `next_cursor` of the previous page; keep the other parameters unchanged. Cursors don't expire.",
    }),
  ),
};

/** Query parameters of a list without filters. */
export const ListQuery = Type.Object(pageParameters, { additionalProperties: false });
export type ListQuery = Static<typeof ListQuery>;

/** Prefix of the ids of each kind that is listed by id. */
const prefixes = {
  investigation: "inv",
  subscription: "sub",
  delivery: "dlv",
  policy: "pol",
  acceptance: "acp",
} as const;

type ListedKind = keyof typeof prefixes;

type ListPageQuery<R> = Omit<PageQuery<R>, "limit" | "after"> & ListQuery;

/** One page of a list in the order of ids, which is the order of creation. */
export async function listPage<K extends ListedKind>(
  store: Store,
  kind: K,
  { limit = defaultPageSize, cursor, ...query }: ListPageQuery<Records[K]>,
): Promise<{ records: Records[K][]; next_cursor: string | null }> {
  const isRowId = (id: string) => isId(prefixes[kind], id);
  const { records, next } = await store.page(kind, {
    ...query,
    limit,
    ...(cursor !== undefined && { after: decodeCursor(cursor, isRowId) }),
  });
  return { records, next_cursor: next === null ? null : encodeCursor(next) };
}
