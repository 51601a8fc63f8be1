import { expect, test } from "vitest";
import { openHost } from "../../../../src/tables/host/local.ts";
import { byPlatform } from "../../../../src/tables/model/by-platform.ts";

const collect = byPlatform({
  linux: () => ({ rows: [{ from: "linux" }], gaps: [] }),
  darwin: async () => ({ rows: [{ from: "darwin" }], gaps: [] }),
});

test("the host's platform picks the collector", async () => {
  expect((await collect(openHost({ platform: "linux" }))).rows).toEqual([{ from: "linux" }]);
  expect((await collect(openHost({ platform: "darwin" }))).rows).toEqual([{ from: "darwin" }]);
});

test("a platform without a collector lacks the table", () => {
  expect(() => collect(openHost({ platform: "win32" }))).toThrow("not collected on win32");
});
