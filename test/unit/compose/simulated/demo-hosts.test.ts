import { expect, test } from "vitest";
import { demoHostsFolder, ensureDemoPolicy } from "../../../../src/compose/simulated/demo-hosts.ts";
import { readSimulatedHosts } from "../../../../src/compose/simulated/read-simulated-hosts.ts";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import type { Store } from "../../../../src/store/port/store.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const clock = { now: () => Date.UTC(2026, 0, 1) };
const account = "acc_01ARZ3NDEKTSV4RRFFQ69G5FAV";

async function withStore(look: (store: Store) => Promise<void>): Promise<void> {
  const store = await openLowdbStore({ dir: temporaryFolder() });
  await look(store);
  await store.close();
}

async function policiesIn(store: Store) {
  const found = [];
  for await (const { name, match, criticality } of store.scan("policy"))
    found.push({ name, match, criticality });
  return found;
}

test("the demo's most important hosts become critical, once", () =>
  withStore(async (store) => {
    await ensureDemoPolicy({ store, clock }, account);
    await ensureDemoPolicy({ store, clock }, account);
    expect(await policiesIn(store)).toEqual([
      { name: "crown jewels", match: { tier: "crown" }, criticality: "critical" },
    ]);
  }));

test("an account's own policies stay unchanged, and those of another account do not count", () =>
  withStore(async (store) => {
    await ensureDemoPolicy({ store, clock }, account);
    await ensureDemoPolicy({ store, clock }, "acc_01BX5ZZKBKACTAV9WEVGEMMVRZ");
    expect(await policiesIn(store)).toHaveLength(2);
  }));

test("the policy matches some hosts of the demo, not all", () => {
  const hosts = readSimulatedHosts([demoHostsFolder()]);
  const crown = hosts.filter(({ tags }) => tags.tier === "crown").map(({ hostname }) => hostname);
  expect(crown.sort()).toEqual(["backup-1", "db-1", "db-2", "git-1"]);
});
