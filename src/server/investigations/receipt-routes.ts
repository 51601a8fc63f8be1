import { Type } from "typebox";
import { readReceipts } from "../../brain/run/receipts.ts";
import { ReceiptPage } from "../../contract/receipt.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { notFound } from "../http/errors.ts";
import { maxCursorLength } from "../http/list-page.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { InvestigationPath } from "../http/route-schemas.ts";
import { findInvestigation } from "./find-investigation.ts";
import type { InvestigationServices } from "./services.ts";

const ReceiptQuery = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({
        maxLength: maxCursorLength,
        description: "The `next_cursor` of the previous page.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** A page holds a few MiB of blobs; the cursor is the number of the next blob. */
const isBlobNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text);

export function addReceiptRoute(app: App, { store }: InvestigationServices): void {
  const find = (accountId: string, id: string) => findInvestigation(store, { accountId, id });

  app.get(
    "/v1/investigations/:id/receipts",
    {
      config: { access: "investigations:read" },
      onRequest: mustExist((request) =>
        find(callerOf(request).accountId, pathParameter(request, "id")),
      ),
      schema: {
        operationId: "listReceipts",
        summary: "List an investigation's receipts",
        description:
          "Every live result as its agent signed it, for independent verification. A finding names " +
          "its receipt by plan, key and signature.",
        tags: ["Investigations"],
        params: InvestigationPath,
        querystring: ReceiptQuery,
        response: { 200: { description: "One page.", ...ReceiptPage } },
      },
    },
    async (request): Promise<ReceiptPage> => {
      const { cursor } = request.query;
      const from = cursor === undefined ? 0 : Number(decodeCursor(cursor, isBlobNumber));
      const { accountId } = callerOf(request);
      const { id } = request.params;
      const record = (await find(accountId, id))?.record;
      if (!record) throw notFound();
      const page = await readReceipts(store, record, from);
      if (!page) {
        // Retention removes the record before its blobs.
        if (!(await find(accountId, id))) throw notFound();
        throw new Error(`a blob with receipts of investigation ${id} is missing`);
      }
      return {
        receipts: page.receipts,
        truncated: (record.receipts?.omitted ?? 0) > 0,
        next_cursor: page.next === null ? null : encodeCursor(String(page.next)),
      };
    },
  );
}
