import { type Static, Type } from "typebox";
import { toInvestigationRow } from "../brain/investigation-row.ts";
import { defaultPageSize, maxPageSize } from "../contract/common.ts";
import { type InvestigationPage, InvestigationStatus } from "../contract/investigation.ts";
import { isId } from "../core/ids.ts";
import type { Store } from "../store/port.ts";
import type { InvestigationRecord } from "../store/records.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";

export const InvestigationListQuery = Type.Object(
  {
    status: Type.Optional(InvestigationStatus),
    curiosity_id: Type.Optional(
      Type.String({ description: "Only runs that this curiosity item started." }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxPageSize, default: defaultPageSize }),
    ),
    cursor: Type.Optional(
      Type.String({ description: "The `next_cursor` of the page before; it doesn't expire." }),
    ),
  },
  { additionalProperties: false },
);
export type InvestigationListQuery = Static<typeof InvestigationListQuery>;

/** One page, newest first: an id begins with its `started_at`, so order by id is order by time. */
export async function listInvestigations(
  store: Store,
  accountId: string,
  query: InvestigationListQuery,
): Promise<InvestigationPage> {
  const { status, curiosity_id, limit = defaultPageSize, cursor } = query;
  const where: Partial<InvestigationRecord> = {
    ...(status !== undefined && { status }),
    ...(curiosity_id !== undefined && { curiosity_id }),
  };
  const page = await store.page("investigation", {
    account: accountId,
    order: "newest_first",
    limit,
    where,
    ...(cursor !== undefined && { after: decodeCursor(cursor, (id) => isId("inv", id)) }),
  });
  return {
    investigations: page.records.map(toInvestigationRow),
    next_cursor: page.next === null ? null : encodeCursor(page.next),
  };
}
