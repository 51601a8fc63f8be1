import { expect, onTestFinished, test } from "vitest";
import { startNameIndex } from "../../../../src/brain/estate-names/start-name-index.ts";
import { saveSnapshot } from "../../../../src/brain/snapshots/save-snapshot.ts";
import { hashRows } from "../../../helpers/hash-rows.ts";
import { agentRecord } from "../../../helpers/records.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

type Rows = Record<string, unknown>[] | null;

async function anEstate() {
  const store = await openTestStore();
  const send = (agentId: string, tables: Record<string, Rows>) =>
    saveSnapshot(store, agentRecord({ agent_id: agentId }), {
      snapshot: {
        agent_id: agentId,
        collected_at: "2026-11-01T00:00:00.000Z",
        tables: Object.fromEntries(
          Object.entries(tables).map(([name, rows]) => [
            name,
            { sha256: hashRows(rows), rows, gaps: [] },
          ]),
        ),
      },
      deniedTables: [],
    });
  const start = () => {
    const errors: unknown[] = [];
    const index = startNameIndex(store, { onError: (error) => errors.push(error) });
    onTestFinished(() => index.stop());
    return { index, errors };
  };
  return { store, send, start, accountId: "acc_1" };
}

test("names in the stored snapshots of all hosts are known", async () => {
  const { send, start, accountId } = await anEstate();
  await send("web-1", { users: [{ username: "collector" }], deb_packages: [{ name: "caddy" }] });
  await send("web-2", { systemd_units: [{ id: "rsyncd.service" }] });
  const { index, errors } = start();
  await index.settled();
  expect(index.of(accountId)).toEqual({
    users: new Set(["collector"]),
    software: new Set(["caddy", "rsyncd"]),
  });
  expect(index.of("another account").users.size).toBe(0);
  expect(errors).toEqual([]);
});

test("names of a snapshot that arrives later are known too; a denied table names nothing", async () => {
  const { send, start, accountId } = await anEstate();
  const { index, errors } = start();
  await index.settled();
  await send("web-1", { users: null, processes: [{ name: "mimir" }] });
  await index.settled();
  expect(index.of(accountId)).toEqual({ users: new Set(), software: new Set(["mimir"]) });
  expect(errors).toEqual([]);
});

test("a snapshot that can't be read is reported, and the next one is read", async () => {
  const { store, send, start, accountId } = await anEstate();
  await send("web-1", { users: [{ username: "alice" }] });
  await send("web-2", { users: [{ username: "bob" }] });
  const getBlob = store.getBlob.bind(store);
  let calls = 0;
  store.getBlob = (...args) => {
    calls += 1;
    return calls === 1 ? Promise.reject(new Error("disk error")) : getBlob(...args);
  };
  const { index, errors } = start();
  await index.settled();
  expect(errors).toHaveLength(1);
  expect([...index.of(accountId).users]).toEqual(["bob"]);
});
