import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { receiverCa, startReceiver } from "../helpers/webhook-receiver.ts";
import { cliIn } from "./run-cli.ts";

const folder = serverFolder(undefined, afterAll);
const ca = join(temporaryFolder(afterAll), "ca.pem");
let url: string;
beforeAll(async () => {
  writeFileSync(ca, receiverCa());
  ({ url } = await folder.start(
    ...["--no-local-agent", "--webhook-allow", "127.0.0.0/8", "--webhook-ca", ca],
    ...["--webhook-schedule", "0s,1h", "--rate-limit", "0"],
  ));
});

/** The `webhooks` commands of a new account on the server, and a receiver on this machine. */
async function webhooks() {
  const receiver = await startReceiver();
  const account = `account of ${receiver.url}`;
  const created = await folder.inquest("server", "accounts", "create", account, "--json");
  const { key } = JSON.parse(created.stdout).key;
  const place = ["--server", url, "--api-key", key];
  const cli = cliIn(temporaryFolder());
  const typed = (input: string, ...args: string[]) =>
    cli.typed(input, "webhooks", ...args, ...place);
  const run = (...args: string[]) => typed("", ...args);
  const json = async (...args: string[]) => JSON.parse((await run(...args, "--json")).stdout);
  /** Creates a subscription as a program does, without the command's checks. */
  const post = async (subscription: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(subscription) };
    return (await (await fetch(`${url}/v1/webhooks/subscriptions`, request)).json()) as {
      id: string;
    };
  };
  return { receiver, run, json, typed, post };
}

test("a subscription is created, tested and listed, in a pipe and as JSON", async () => {
  const { receiver, run, json } = await webhooks();
  expect((await run("list")).stdout).toMatch(/^No subscriptions yet\. Create one: inquest /);
  const made = await run("create", receiver.url, "--event", "*", "--json");
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining("not shown again") });
  const { id, secret } = JSON.parse(made.stdout);
  expect(secret).toMatch(/^whsec_/);

  const tested = await run("test", id);
  expect(tested.code).toBe(0);
  expect(tested.stderr).toMatch(/^dlv_\S+ is queued; waiting for its first attempt …\n$/);
  expect(tested.stdout).toMatch(/^Delivered: https:\S+ answered 200 in .+\.\n$/);
  expect(receiver.requests[0]?.headers["x-service-event-type"]).toBe("investigation.queued");

  receiver.answerWith(503);
  const failed = await run("test", id, "--json");
  expect(failed.code).toBe(1);
  const delivery = JSON.parse(failed.stdout);
  expect(delivery).toMatchObject({ status: "retrying", last_response_code: 503 });

  const lines = (await run("deliveries")).stdout.split("\n");
  expect(lines[1]).toMatch(/^dlv_\S+ +retrying +503 +investigation\.queued .+ in (1h|59m \d+s) /);
  expect(lines[2]).toMatch(/^dlv_\S+ +delivered +200 /);
  expect((await json("deliveries", "--status", "retrying")).deliveries).toEqual([delivery]);
  expect(await json("deliveries", delivery.delivery_id)).toEqual(delivery);
  const list = await run("list");
  expect(list.stdout).toContain(`\n${id}  active  ${receiver.url}  *`);
  expect(list.stdout).not.toContain("\u001b");
  expect(list.stdout + JSON.stringify(await json("list"))).not.toContain("whsec_");
});

test("a secret is rotated into a pipe or read from one, and never visible in the process list", async () => {
  const { receiver, run, json, typed } = await webhooks();
  const given = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  const create = ["create", receiver.url, "--event", "chain.confirmed", "--secret", "-", "--json"];
  const { id, secret } = JSON.parse((await typed(`${given}\n`, ...create)).stdout);
  expect(secret).toBe(given);
  const rotated = await run("rotate", id);
  expect(rotated.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{44}\n$/);
  expect(rotated.stderr).toMatch(/stays valid until \d{4}-.+Z\. Update the receiver/);
  expect((await json("rotate", id)).secret).not.toBe(rotated.stdout.trim());
});

test("a subscription is changed, paused, resumed and deleted, and errors have their exit code", async () => {
  const { receiver, run, json } = await webhooks();
  const { id } = await json("create", receiver.url, "--event", "*", "--min-severity", "high");
  expect((await json("update", id, "--tag", "env=prod")).filters).toEqual({
    min_severity: "high",
    tags: { env: "prod" },
  });
  expect((await json("update", id, "--clear-filters")).filters).toEqual({});
  expect((await json("pause", id)).active).toBe(false);
  expect((await json("resume", id)).active).toBe(true);
  expect(await run("delete", id)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--yes"),
  });
  expect(await json("delete", id, "--yes")).toEqual({ id, deleted: true });
  expect((await run("show", id)).code).toBe(4);
  for (const [args, told] of [
    [["create", "http://hooks.test/", "--event", "*"], "https"],
    [["create", receiver.url], "--event"],
    [["update", id], "Choose what to change"],
    [["deliveries", "--since", "yesterday"], "is not a time"],
    [["deliveries", "dlv_1", "--status", "dead"], "can't be combined with filters"],
  ] as const) {
    const { stdout, stderr, code } = await run(...args);
    expect({ args, stdout, code }).toEqual({ args, stdout: "", code: 2 });
    expect(stderr).toContain(told);
  }
});

test("a forbidden address is refused when the subscription is created or changed", async () => {
  const { receiver, run, json } = await webhooks();
  const created = await run("create", "https://10.0.0.1/", "--event", "*");
  expect(created).toMatchObject({ stdout: "", code: 1 });
  expect(created.stderr).toContain("https://10.0.0.1/: 10.0.0.1 is a private address.");
  const { id } = await json("create", receiver.url, "--event", "*");
  const { code, stderr } = await run("update", id, "--url", "https://10.0.0.1/");
  expect({ code, stderr }).toEqual({ code: 1, stderr: created.stderr });
});

test("a test delivery to a forbidden address fails once, with the reason", async () => {
  const { post, run } = await webhooks();
  const { id } = await post({ url: "https://10.0.0.1/", events: ["*"] });
  const { stdout, stderr, code } = await run("test", id);
  expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
  expect(stderr.match(/10\.0\.0\.1/g)).toHaveLength(1);
});
