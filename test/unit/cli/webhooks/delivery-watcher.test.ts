import { expect, test } from "vitest";
import type { Terminal } from "../../../../src/cli/terminal/terminal.ts";
import { lineWatcher } from "../../../../src/cli/webhooks/delivery-watcher.ts";
import type { DeliveryUpdate } from "../../../../src/client/follow-deliveries.ts";
import type { Delivery } from "../../../../src/contract/webhook.ts";
import { attemptOf, deadLetterOf, deliveredOf, deliveryOf } from "../../../helpers/delivery.ts";

const style = { width: 80, colour: false, maxRows: 30, nowMs: 0 };

/** What a watcher writes of `news`. */
function written(
  news: DeliveryUpdate[],
  { json = false, status }: { json?: boolean; status?: Delivery["status"] } = {},
) {
  const out = { stdout: "", stderr: "" };
  const to = (name: keyof typeof out) => ({
    write: (text: string) => {
      out[name] += text;
      return true;
    },
  });
  const terminal = { stdout: to("stdout"), stderr: to("stderr") } as unknown as Terminal;
  const watcher = lineWatcher({ terminal, style, json, status });
  for (const one of news) watcher.show(one);
  return out;
}

const change = (delivery: Delivery, told = 0): DeliveryUpdate => ({
  type: "change",
  delivery,
  attempts: delivery.attempts.slice(told),
});

test("each attempt is a line; what was there before and what has no attempt is none", () => {
  const { stdout } = written([
    { type: "past", deliveries: [deliveredOf(9)] },
    change(deliveryOf(1)),
    change(deliveredOf(1, 1)),
  ]);
  const [first, second, ...rest] = stdout.trimEnd().split("\n");
  expect(first).toMatch(
    /^2026-11-01T08:00:01\.000Z {2}retrying +#1 +500 +12 ms {2}finding\.discovered +sub_\w+ {2}dlv_\w+$/,
  );
  expect(second).toMatch(/^2026-11-01T08:00:01\.100Z {2}delivered +#2 +200/);
  expect(rest).toEqual([]);
});

test("a line has what the event is about, made harmless", () => {
  const delivery = deliveryOf(1, {}, 1);
  const finding = { hostname: "web-1\u001b[2J", title: "Root can log in" };
  const event = { ...delivery.event, data: { ...delivery.event.data, finding } };
  expect(written([change({ ...delivery, event })]).stdout).toMatch(
    /dlv_\w+ {2}web-1\\x1b\[2J: Root can log in\n$/,
  );
});

test("an attempt without a response ends with why, made harmless", () => {
  const attempts = [attemptOf(1, { response_code: null, error: "refused\u001b[2J" })];
  expect(written([change(deliveryOf(1, { attempts }))]).stdout).toMatch(
    / error .* refused\\x1b\[2J\n$/,
  );
});

test("with a status only what comes to it is told, by the attempt that led there", () => {
  const news = [change(deliveryOf(1, {}, 1)), change(deadLetterOf(1), 1), change(deliveredOf(2))];
  const { stdout } = written(news, { status: "failed_permanent" });
  expect(stdout.trimEnd().split("\n")).toEqual([expect.stringMatching(/dead letter +#5/)]);
});

test("as JSON each change is the whole delivery on a line", () => {
  const news = [change(deliveryOf(1)), change(deliveredOf(1))];
  const lines = written(news, { json: true }).stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([deliveryOf(1), deliveredOf(1)]);
});

test("that the server is away, and is back, is told beside the lines", () => {
  const { stdout, stderr } = written([
    { type: "caught_up" },
    { type: "waiting", reason: "The connection ended", delayMs: 500 },
    { type: "caught_up" },
  ]);
  expect(stdout).toBe("");
  expect(stderr).toBe(
    "The connection ended; trying again in 0.5 s …\n" +
      "Connected again; missed changes have been shown.\n",
  );
});
