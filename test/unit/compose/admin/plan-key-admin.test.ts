import { join } from "node:path";
import { expect, test } from "vitest";
import { folderAdmin } from "../../../../src/compose/admin/folder-admin.ts";
import { planKeyAdmin } from "../../../../src/compose/admin/plan-key-admin.ts";
import { openPlanKeys } from "../../../../src/compose/keys/open-plan-keys.ts";
import { agentRecord } from "../../../helpers/records.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { openTestStore, startMs } from "../../../helpers/test-server.ts";

const hour = 3_600_000;
const nobody = { count: 0, agent_ids: [] };

/** A store whose agents pin the given plan keys. */
async function adminWith(pins: (keyId: string) => [agentId: string, pinned: string | null][]) {
  const store = await openTestStore();
  const planKeys = openPlanKeys(temporaryFolder());
  const clock = { ms: startMs, now: () => clock.ms };
  const first = planKeys.current.keyId;
  const records = pins(first).map(([agent_id, pinned_key_id]) =>
    agentRecord({ agent_id, pinned_key_id }),
  );
  await store.commit(records.map((record) => ({ type: "put", kind: "agent", record }) as const));
  return { admin: planKeyAdmin({ store, planKeys, clock }), clock, first };
}

test("a rotation reports the agents that pin the previous key, and when it expires", async () => {
  const { admin, clock, first } = await adminWith((key) => [
    ["b", key],
    ["a", key],
    ["free", null],
    ["lost", "0000000000000000"],
  ]);
  const lost = { count: 1, agent_ids: ["lost"] };
  const pinning = { count: 2, agent_ids: ["a", "b"] };
  expect(await admin.showPlanKey()).toMatchObject({
    key_id: first,
    pinned_by: pinning,
    previous: [],
    stranded: lost,
  });
  const rotated = await admin.rotatePlanKey(hour);
  expect(rotated).toMatchObject({
    algorithm: "ed25519",
    fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
    pinned_by: nobody,
    previous: [{ key_id: first, expires_at: "2026-11-01T01:00:00.000Z", pinned_by: pinning }],
    stranded: lost,
  });
  expect(rotated.key_id).not.toBe(first);
  clock.ms += hour;
  expect(await admin.showPlanKey()).toMatchObject({
    key_id: rotated.key_id,
    previous: [],
    stranded: { count: 3, agent_ids: ["a", "b", "lost"] },
  });
});

test("twenty agents are listed and the rest counted", async () => {
  const { admin } = await adminWith((key) =>
    Array.from({ length: 30 }, (_, at) => [`agent-${10 + at}`, key]),
  );
  const { pinned_by } = await admin.showPlanKey();
  expect(pinned_by.count).toBe(30);
  expect(pinned_by.agent_ids).toHaveLength(20);
  expect(pinned_by.agent_ids.at(-1)).toBe("agent-29");
});

test("a folder's key is rotated without a server, and is part of its backup", async () => {
  const dir = join(temporaryFolder(), "data");
  const admin = folderAdmin(dir);
  const { key_id } = await admin.showPlanKey();
  const rotated = await admin.rotatePlanKey(hour);
  expect(rotated.previous).toMatchObject([{ key_id }]);
  expect(await admin.showPlanKey()).toEqual(rotated);
  const { file } = await admin.backup(join(dir, "..", "backup.gz"));
  const restored = folderAdmin(join(dir, "..", "restored"));
  await restored.restore(file);
  expect(await restored.showPlanKey()).toEqual(rotated);
});
