import { expect, test } from "vitest";
import { verifyReceipts } from "../../../../src/cli/investigate/verify-receipts.ts";
import { finding } from "../../../helpers/api-records.ts";
import { statementResult } from "../../../helpers/records.ts";
import { planResult, receiptOf } from "../../../helpers/signed-answer.ts";
import { clientOver, json } from "../../client/client-over.ts";

test("every page of receipts is checked, and one page that was cut is told", async () => {
  const evidence = statementResult({
    id: "nopasswd_sudo/evidence",
    columns: ["1"],
    rows: [[1]],
  });
  const [first, second] = ["web-1", "web-2"].map((agent) =>
    receiptOf(planResult(agent, `pln_${agent}`, [evidence])),
  );
  const { plan_id, key_id, signature } = second!;
  const found = finding({ agent_id: "web-2", receipt: { plan_id, key_id, signature } });
  const { client, sent } = clientOver([
    json(200, { findings: [found] }),
    json(200, { receipts: [first], truncated: true, next_cursor: "MQ" }),
    json(200, { receipts: [second], truncated: true, next_cursor: null }),
  ]);
  expect(await verifyReceipts(client, "inv_1")).toMatchObject({
    investigation_id: "inv_1",
    ok: true,
    truncated: true,
    receipts: [{ agent_id: "web-1" }, { agent_id: "web-2" }],
    findings: [{ status: "proven" }],
  });
  expect(sent.map(({ url }) => url.replace("http://service.test/v1/investigations/", ""))).toEqual([
    "inv_1",
    "inv_1/receipts",
    "inv_1/receipts?cursor=MQ",
  ]);
});
