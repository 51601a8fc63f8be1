import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { receiverCa, startReceiver } from "../helpers/webhook-receiver.ts";

test("deliveries caused by a single command are sent by the next server, if it allows the address", async () => {
  const receiver = await startReceiver();
  const caPath = join(temporaryFolder(), "ca.pem");
  writeFileSync(caPath, receiverCa());
  const folder = serverFolder();
  const first = await folder.start("--no-local-agent");
  const body = { url: receiver.url, events: ["investigation.completed"] };
  await first.call("POST", "/v1/webhooks/subscriptions", { body });
  expect(await first.stop()).toBe(0);

  const asked = await folder.inquest("investigate", "SELECT name FROM os_version", "--json");
  const { investigation_id } = JSON.parse(asked.stdout);
  // A server sends to this machine's own address only if its flags allow it.
  const wary = await folder.start("--no-local-agent", "--webhook-schedule", "0s,1s");
  const listed = async () => (await wary.call("GET", "/v1/webhooks/deliveries")).body.deliveries;
  await expect.poll(async () => (await listed())[0].status).toBe("retrying");
  expect(receiver.connections()).toBe(0);
  expect(await wary.stop()).toBe(0);

  const receivers = ["--webhook-allow", "127.0.0.1/32", "--webhook-ca", caPath];
  const told = await folder.start("--no-local-agent", ...receivers);
  await receiver.received(1);
  const event = JSON.parse(receiver.requests[0]!.body);
  expect(event).toMatchObject({
    event_type: "investigation.completed",
    data: { investigation: { investigation_id } },
  });
  expect(receiver.requests[0]!.headers["user-agent"]).toMatch(/^inquest\/\d/);
  expect(await told.stop()).toBe(0);
}, 60_000);
