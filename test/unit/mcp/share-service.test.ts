import { once } from "node:events";
import { expect, test } from "vitest";
import { AppError } from "../../../src/core/errors.ts";
import type { Service } from "../../../src/mcp/definition/tool.ts";
import { shareService } from "../../../src/mcp/share-service.ts";

const minute = 60_000;

/** A holder, and what it did to its services. */
function holder({
  idleMs = minute,
  fails = 0,
  kind = "embedded",
}: {
  idleMs?: number;
  fails?: number;
  kind?: Service["kind"];
} = {}) {
  const happened: string[] = [];
  const events = new EventTarget();
  let opened = 0;
  const services = shareService({
    idleMs,
    open: async () => {
      const number = ++opened;
      happened.push(`open ${number}`);
      if (number <= fails) throw new AppError("locked", "The folder is in use.");
      return {
        client: { number } as never,
        kind,
        close: async () => {
          happened.push(`close ${number}`);
          events.dispatchEvent(new Event("closed"));
        },
      };
    },
  });
  return { services, happened, closed: () => once(events, "closed") };
}

test("calls beside and after each other share one service, opened at the first", async () => {
  const { services, happened } = holder();
  expect(happened).toEqual([]);
  await Promise.all([services.use(async () => {}), services.use(async () => {})]);
  await services.use(async () => {});
  await services.close();
  expect(happened).toEqual(["open 1", "close 1"]);
});

test("a backend in this process is let go once nobody calls for a while, and opened again", async () => {
  const { services, happened, closed } = holder({ idleMs: 1 });
  const letGo = closed();
  // The timer alone doesn't keep a process.
  const awake = setInterval(() => {}, minute);
  await services.use(async () => {});
  await letGo;
  clearInterval(awake);
  await services.use(async () => {});
  await services.close();
  expect(happened).toEqual(["open 1", "close 1", "open 2", "close 2"]);
});

test("a server is looked for anew once no call needs it, and one that failed to open is tried again", async () => {
  const { services, happened } = holder({ fails: 1, kind: "local" });
  await expect(services.use(async () => {})).rejects.toThrow("in use");
  await Promise.all([services.use(async () => {}), services.use(async () => {})]);
  await services.use(async () => {});
  await services.close();
  expect(happened).toEqual(["open 1", "open 2", "close 2", "open 3", "close 3"]);
});

test("the end doesn't wait for calls under way, and closes once", async () => {
  const { services, happened } = holder();
  let finish = () => {};
  const call = services.use(() => new Promise<void>((resolve) => (finish = resolve)));
  await Promise.resolve();
  await services.close();
  finish();
  await call;
  await services.close();
  expect(happened).toEqual(["open 1", "close 1"]);
});
