import { expect, test } from "vitest";
import { createTurns } from "../../../src/core/turns.ts";

test("no more than so many pieces of work run at a time, in the order they came", async () => {
  const turns = createTurns(2);
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const all = [0, 1, 2, 3].map((piece) =>
    turns(async () => {
      begun.push(piece);
      await new Promise<void>((end) => {
        ends[piece] = end;
      });
      return piece;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]!();
  expect(await all[1]).toBe(1);
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  ends[0]!();
  ends[2]!();
  await Promise.all([all[0], all[2]]);
  ends[3]!();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
});

test("work that fails gives its turn away as well", async () => {
  const turns = createTurns(1);
  const failed = turns(async () => {
    throw new Error("no");
  });
  const next = turns(async () => "yes");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("yes");
});
