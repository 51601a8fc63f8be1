import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPresence } from "../../../../src/server/agents/presence.ts";
import type { PostgresStore } from "../../../../src/store/postgres/postgres-store.ts";
import { newDatabase, noPostgres } from "../../../helpers/postgres.ts";
import { openTestStore } from "../../../helpers/postgres-store.ts";

const agent = { id: "acc_1/web-1", last_heartbeat_at: null };

describe.skipIf(noPostgres)("over PostgreSQL", () => {
  let database: string;
  let stores: PostgresStore[];
  let errors: unknown[];
  let onError: (error: unknown) => void;

  beforeEach(async () => {
    database = await newDatabase();
    errors = [];
    onError = (error) => void errors.push(error);
    stores = [await openStore(), await openStore()];
  });

  afterEach(async () => {
    expect(errors).toEqual([]);
    for (const store of stores) await store.close();
  });

  const openStore = () => openTestStore(database, { onError });

  /** The clocks of servers differ. */
  function presenceOf(server: number, nowMs: number) {
    const store = stores[server]!;
    const { shared } = store;
    const clock = { now: () => nowMs };
    return createPresence({ store, clock, isReachable: true, shared, onError });
  }

  test("a contact or goodbye with one server is known to the others", async () => {
    const [one, other] = [presenceOf(0, 1_000_000), presenceOf(1, 9_000_000)];
    one.recordContact(agent.id);
    await vi.waitFor(() => expect(other.isRecent(agent)).toBe(true));
    other.recordGoodbye(agent.id);
    await vi.waitFor(() => expect(one.isRecent(agent)).toBe(false));
    await one.stop();
    await other.stop();
  });

  test("a server that starts knows the contacts of before", async () => {
    const one = presenceOf(0, 1_000_000);
    one.recordContact(agent.id);
    await one.stop();
    const later = presenceOf(1, 9_000_000);
    await vi.waitFor(() => expect(later.isRecent(agent)).toBe(true));
    await later.stop();
  });

  test("an older contact does not undo a goodbye", async () => {
    const { contacts } = stores[0]!.shared;
    await contacts.publish([{ agent: agent.id, ageMs: 0, hasStopped: true }]);
    await contacts.publish([{ agent: agent.id, ageMs: 5_000, hasStopped: false }]);
    expect(await contacts.all()).toMatchObject([{ agent: agent.id, hasStopped: true }]);
  });
});
