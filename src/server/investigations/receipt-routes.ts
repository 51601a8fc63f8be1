import { Type } from "typebox";
import { readReceipts } from "../../brain/run/receipts.ts";
import { ReceiptPage } from "../../contract/receipt.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { notFound } from "../http/errors.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { InvestigationPath } from "../http/route-schemas.ts";
import { findInvestigation } from "./find-investigation.ts";
import type { InvestigationServices } from "./services.ts";

const ReceiptQuery = Type.Object(
  {
    cursor: Type.Optional(Type.String({ description: "The `next_cursor` of the page before." })),
  },
  { additionalProperties: false },
);

/** A page is as many blobs as make up a few MiB; the cursor is the number of the next one. */
const isPlace = (text: string) => /^[1-9]\d{0,8}$/.test(text);

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
          "Every live answer as its agent signed it, so that anyone can check it again. " +
          "A finding names the receipt it rests on by plan, key and signature.",
        tags: ["Investigations"],
        params: InvestigationPath,
        querystring: ReceiptQuery,
        response: { 200: { description: "One page.", ...ReceiptPage } },
      },
    },
    async (request): Promise<ReceiptPage> => {
      const { cursor } = request.query;
      const from = cursor === undefined ? 0 : Number(decodeCursor(cursor, isPlace));
      const { accountId } = callerOf(request);
      const { id } = request.params;
      const record = (await find(accountId, id))?.record;
      if (!record) throw notFound();
      const page = await readReceipts(store, record, from);
      if (!page) {
        // The sweep removes the record before its blobs.
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
