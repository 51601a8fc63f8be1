// Run by the crash test: commits endlessly and prints each acknowledged commit.
import { setTimeout } from "node:timers/promises";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import type { Change } from "../../../../src/store/port/store.ts";
import { aKey } from "../../../contract/store-records.ts";

const [dir, round] = process.argv.slice(2) as [string, string];
const store = await openLowdbStore({ dir });

const put = (id: string, name: string): Change => ({
  type: "put",
  kind: "key",
  record: aKey({ id, name }),
});

async function writer(number: number): Promise<never> {
  for (let count = 1; ; count++) {
    const name = `${round}.${count}`;
    await store.commit([
      put(`left-${number}`, name),
      put(`new-${number}-${name}`, name),
      put(`right-${number}`, name),
    ]);
    process.stdout.write(`${number} ${name}\n`);
  }
}

/** Frequent, so that a kill is as likely during a checkpoint as between two. */
async function checkpoints(): Promise<never> {
  for (;;) {
    await store.checkpoint();
    await setTimeout(20);
  }
}

void checkpoints();
await Promise.all(Array.from({ length: 16 }, (_, number) => writer(number)));
