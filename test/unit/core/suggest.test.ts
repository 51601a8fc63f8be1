import { expect, test } from "vitest";
import { nearest, suggest } from "../../../src/core/suggest.ts";

test("the nearest words come first, and distant ones not at all", () => {
  expect(nearest("collectr", ["conductors", "collector", "apache2", "collectd"], 3)).toEqual([
    "collectd",
    "collector",
  ]);
  expect(nearest("bob", ["alice"], 3)).toEqual([]);
});

test("one word is suggested, or none", () => {
  expect(suggest("agnets", ["agents", "server"])).toBe("agents");
  expect(suggest("x", ["agents"])).toBeUndefined();
});
