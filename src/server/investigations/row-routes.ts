import { readRows } from "../../brain/run/stored-rows.ts";
import { defaultPageSize } from "../../contract/common.ts";
import { type Answer, RowPage } from "../../contract/summary.ts";
import type { Store } from "../../store/port/store.ts";
import type { InvestigationRecord } from "../../store/records.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { notFound } from "../http/errors.ts";
import { ListQuery } from "../http/list-page.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { InvestigationPath } from "../http/route-schemas.ts";
import { findInvestigation, loadWithBlob } from "./find-investigation.ts";
import type { InvestigationServices } from "./services.ts";

/** The rows of an answer never change, so the cursor is the number of the next one. */
const isRowNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text);

export function addRowRoute(app: App, { store }: InvestigationServices): void {
  const find = (accountId: string, id: string) => findInvestigation(store, { accountId, id });

  app.get(
    "/v1/investigations/:id/rows",
    {
      config: { access: "investigations:read" },
      onRequest: mustExist((request) =>
        find(callerOf(request).accountId, pathParameter(request, "id")),
      ),
      schema: {
        operationId: "listRows",
        summary: "List all rows of an answer",
        description:
          "The rows that answer the question, in the order of the answer, beyond the 500 of " +
          "`summary.answer`. Up to 10,000 rows and 8 MiB are stored with an investigation. Empty until it is completed.",
        tags: ["Investigations"],
        params: InvestigationPath,
        querystring: ListQuery,
        response: { 200: { description: "One page.", ...RowPage } },
      },
    },
    async (request): Promise<RowPage> => {
      const { cursor, limit = defaultPageSize } = request.query;
      const from = cursor === undefined ? 0 : Number(decodeCursor(cursor, isRowNumber));
      const { accountId } = callerOf(request);
      const { id } = request.params;
      const record = (await find(accountId, id))?.record;
      if (!record) throw notFound();
      const part = await rowsOf(store, record, { from, limit });
      if (!part) {
        // Retention removes the record before its blobs.
        if (!(await find(accountId, id))) throw notFound();
        throw new Error(`the blob with the rows of investigation ${id} is missing`);
      }
      const { stored, rows, ...rest } = part;
      const end = from + rows.length;
      const has_more = end < stored;
      const next_cursor = has_more ? encodeCursor(String(end)) : null;
      return { ...rest, data: rows, has_more, next_cursor };
    },
  );
}

const noAnswer: Answer = { columns: [], rows: [], row_count: 0, truncated: false };

/** Some of the stored rows; an investigation without such has all rows in its answer. */
async function rowsOf(
  store: Store,
  record: InvestigationRecord,
  page: { from: number; limit: number },
): Promise<(Answer & { stored: number }) | undefined> {
  if (record.rows) return readRows(store, { id: record.id, position: record.rows }, page);
  const answer = (await loadWithBlob(store, record)).blob.answer ?? noAnswer;
  const rows = answer.rows.slice(page.from, page.from + page.limit);
  return { ...answer, rows, stored: answer.rows.length };
}
