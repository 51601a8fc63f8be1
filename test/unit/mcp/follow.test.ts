import { once } from "node:events";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import type { StreamEvent } from "../../../src/client/types.ts";
import { progress } from "../../helpers/api-records.ts";
import { investigation } from "../ui/investigation-fixture.ts";
import { connectMcp } from "./connect-mcp.ts";

const running = { ...investigation, status: "running", summary: null } as const;
const told = (percent: number, message = "Asking"): StreamEvent => ({
  type: "progress",
  data: progress({ percent, message }),
});

test("progress goes to who asked for it, and only upwards", async () => {
  let ended = false;
  const { client } = await connectMcp({
    trigger: async () => ({ investigation_id: "inv_1" }) as never,
    get: async () => (ended ? investigation : running),
    async *follow() {
      yield* [told(5), told(40.7), told(40.2), told(30), told(90, "Do\u001b[2J")];
      ended = true;
    },
  });
  const seen: Progress[] = [];
  await client.callTool({ name: "ask", arguments: { query: "x" } }, undefined, {
    onprogress: (one) => seen.push(one),
  });
  expect(seen).toEqual([
    { progress: 5, total: 100, message: "collecting: Asking" },
    { progress: 40, total: 100, message: "collecting: Asking" },
    { progress: 90, total: 100, message: "collecting: Do\\x1b[2J" },
  ]);
});

test("a call that is cancelled stops following, cancels nothing, and tells how to go on", async () => {
  const cancelled: string[] = [];
  const following = new EventTarget();
  const { client, logged } = await connectMcp({
    trigger: async () => ({ investigation_id: "inv_1" }) as never,
    get: async () => running,
    cancel: async (id) => {
      cancelled.push(id);
      return { ok: true, status: "cancelled" };
    },
    // biome-ignore lint/correctness/useYield: it is broken off before there is anything to tell
    async *follow(_id, call) {
      following.dispatchEvent(new Event("begun"));
      await once(call!.signal!, "abort");
      throw call!.signal!.reason;
    },
  });
  const message = new Promise<unknown>((resolve) =>
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) =>
      resolve(params.data),
    ),
  );
  const begun = once(following, "begun");
  const controller = new AbortController();
  const call = client.callTool({ name: "ask", arguments: { query: "x" } }, undefined, {
    signal: controller.signal,
  });
  await begun;
  controller.abort("never mind");
  await expect(call).rejects.toThrow("never mind");
  expect(await message).toMatch(/^Stopped following inv_1, which is still running\. Use show_/);
  expect({ cancelled, logged: logged.length }).toEqual({ cancelled: [], logged: 1 });
});

test("when the wait is over the call gives what there is", async () => {
  const { client } = await connectMcp({
    get: async () => running,
    // biome-ignore lint/correctness/useYield: nothing happens
    async *follow(_id, call) {
      await once(call!.signal!, "abort");
      throw call!.signal!.reason;
    },
  });
  const args = { investigation_id: "inv_1", wait_seconds: 1 };
  const result = await client.callTool({ name: "show_investigation", arguments: args });
  expect(result).toMatchObject({ structuredContent: { status: "running" } });
});
