import { expect, test } from "vitest";
import {
  createStatementCache,
  type PreparedStatement,
} from "../../../../src/engine/run/statement-cache.ts";

const reading = (pointer: number, ...tables: string[]): PreparedStatement => ({
  pointer,
  planned: new Set(tables),
  columnsRead: new Set(),
});
const rows = (count: number) => () => count;

test("a statement is found again for tables of about the same size", () => {
  const cache = createStatementCache(() => {});
  const one = reading(1, "users");
  cache.add("SELECT 1", one, rows(100));
  expect(cache.find("SELECT 1", rows(300))).toBe(one);
  expect(cache.find("SELECT 1", rows(5_000))).toBeUndefined();
  expect(cache.find("SELECT 1", rows(0))).toBeUndefined();
  expect(cache.find("SELECT 2", rows(100))).toBeUndefined();
});

test("a removed statement and all of a cleared cache are finalized, each once", () => {
  const finalized: number[] = [];
  const cache = createStatementCache((pointer) => finalized.push(pointer));
  const failed = reading(1, "users");
  cache.add("SELECT 1", failed, rows(1));
  cache.add("SELECT 1", reading(2, "users"), rows(1_000));
  cache.remove("SELECT 1", failed);
  expect(cache.find("SELECT 1", rows(1_000))?.pointer).toBe(2);
  cache.clear();
  expect(finalized).toEqual([1, 2]);
});

test("beyond the limit the oldest statements are finalized", () => {
  const finalized: number[] = [];
  const cache = createStatementCache((pointer) => finalized.push(pointer));
  for (let at = 0; at < 601; at++) cache.add(`SELECT ${at}`, reading(at), rows(1));
  expect(finalized).toEqual([0]);
  expect(cache.find("SELECT 600", rows(1))).toBeDefined();
});
