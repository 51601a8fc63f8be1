import { expect, onTestFinished, test } from "vitest";
import { createActivityLog } from "../../../../src/compose/activity/activity-log.ts";
import { watchQuestions } from "../../../../src/compose/activity/watch-questions.ts";
import { createLogger } from "../../../../src/server/http/log.ts";
import type { InvestigationRecord } from "../../../../src/store/records.ts";
import { investigationRecord } from "../../../helpers/records.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

function recorded() {
  const entries: { msg: string; event: string }[] = [];
  const log = createLogger("info", { write: (line) => void entries.push(JSON.parse(line)) });
  return { entries, activity: createActivityLog(log) };
}

test("agents that connect while the server starts are logged together once it has started", async () => {
  const { entries, activity } = recorded();
  onTestFinished(() => activity.stop());
  for (let n = 0; n < 28; n += 1)
    activity.connectionChanged({ agentId: `${n}`, isConnected: true });
  expect(entries).toEqual([]);
  activity.start();
  await expect
    .poll(() => entries, { timeout: 5_000 })
    .toMatchObject([{ event: "agents.connected", msg: "28 agents connected" }]);
});

test("a question and its outcome are logged once, however often its record changes", async () => {
  const store = await openTestStore();
  const lines: string[] = [];
  const watch = watchQuestions(store, {
    asked: ({ id }) => lines.push(`asked ${id}`),
    ended: ({ id, status }) => lines.push(`${status} ${id}`),
    onError: (error) => lines.push(String(error)),
  });
  onTestFinished(() => watch.stop());
  const put = (over: Partial<InvestigationRecord>) =>
    store.commit([{ type: "put", kind: "investigation", record: investigationRecord(over) }]);
  await put({ id: "inv_1" });
  await put({ id: "inv_1", status: "running" });
  await put({ id: "inv_1", status: "running" });
  await put({ id: "inv_1", status: "completed" });
  await put({ id: "inv_1", status: "completed" });
  // One that an earlier run of the server had started.
  await put({ id: "inv_0", status: "running" });
  await put({ id: "inv_0", status: "failed" });
  await expect.poll(() => lines).toEqual(["asked inv_1", "completed inv_1", "failed inv_0"]);
});
