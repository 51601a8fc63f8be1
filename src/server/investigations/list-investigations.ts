import { type Static, Type } from "typebox";
import { toInvestigationRow } from "../../brain/run/investigation-row.ts";
import { type InvestigationPage, InvestigationStatus } from "../../contract/investigation.ts";
import type { Store } from "../../store/port/store.ts";
import { listPage, pageParameters } from "../http/list-page.ts";

export const InvestigationListQuery = Type.Object(
  {
    status: Type.Optional(InvestigationStatus),
    curiosity_id: Type.Optional(
      Type.String({
        maxLength: 255,
        description: "Only investigations started by this curiosity item.",
      }),
    ),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type InvestigationListQuery = Static<typeof InvestigationListQuery>;

/** One page, newest first. Ids begin with `started_at`, so they sort by time. */
export async function listInvestigations(
  store: Store,
  accountId: string,
  { limit, cursor, ...where }: InvestigationListQuery,
): Promise<InvestigationPage> {
  const { records, next_cursor } = await listPage(store, "investigation", {
    account: accountId,
    order: "newest_first",
    limit,
    cursor,
    where,
  });
  return { investigations: records.map(toInvestigationRow), next_cursor };
}
