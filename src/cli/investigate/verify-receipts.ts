import type { Client } from "../../client/types.ts";
import type { ReceiptReport } from "../../contract/receipt.ts";

/** Checks every receipt of an investigation again, and its findings against them; no agent is asked. */
export async function verifyReceipts(client: Client, id: string): Promise<ReceiptReport> {
  const { createReceiptVerifier } = await import("../../compose/offline/verify-receipts.ts");
  // Fetch findings first: the receipts of findings that exist are stored.
  const { findings } = await client.get(id);
  const verifier = createReceiptVerifier(findings);
  let truncated = false;
  for await (const page of client.receipts(id)) {
    verifier.add(page.receipts);
    truncated ||= page.truncated;
  }
  return { investigation_id: id, ...verifier.report(), truncated };
}
