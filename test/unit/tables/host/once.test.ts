import { expect, test } from "vitest";
import { cachingHost, once } from "../../../../src/tables/host/once.ts";
import { temporaryHost } from "../../../helpers/host.ts";

/** Counts its calls. */
function counter() {
  let calls = 0;
  return () => ++calls;
}

test("tables of one collection share results, another collection reads again", () => {
  const find = counter();
  const host = temporaryHost({});
  const first = cachingHost(host);
  expect([once(first, find), once(first, find)]).toEqual([1, 1]);
  expect(once(cachingHost(host), find)).toBe(2);
});

test("outside a collection nothing is cached", () => {
  const find = counter();
  const host = temporaryHost({});
  expect([once(host, find), once(host, find)]).toEqual([1, 2]);
});

test("what is found elsewhere is asked for once and not computed here", () => {
  const find = counter();
  const elsewhere = counter();
  const host = cachingHost(temporaryHost({}), new Map([[find, elsewhere]]));
  expect([once(host, find), once(host, find), find()]).toEqual([1, 1, 1]);
  expect(elsewhere()).toBe(2);
});
