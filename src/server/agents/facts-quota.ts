import { everyPage, type Store } from "../../store/port/store.ts";
import type { AgentRecord } from "../../store/records.ts";

/** Bytes of JSON as stored. An ordinary host has about 4 KB. */
const defaultLimits = { agentBytes: 128 << 10, accountBytes: 64 << 20 };

type Facts = Pick<
  AgentRecord,
  | "id"
  | "account_id"
  | "hostname"
  | "os"
  | "os_version"
  | "arch"
  | "agent_version"
  | "tags"
  | "addresses"
  | "tables"
>;

/** Bounds the memory and disk that one key can use by registering agents. */
export interface FactsQuota {
  /**
   * Reserves room for an agent's facts in place of those it had. Facts that don't grow always fit.
   */
  reserve(facts: Facts): Promise<"reserved" | "agent_full" | "account_full">;
  release(agent: Pick<AgentRecord, "id" | "account_id">): Promise<void>;
  /** Counts what another server may have stored for the agent. */
  changed(id: string): Promise<void>;
  /** Counts everything again at the next use. */
  missed(): void;
}

interface Account {
  bytes: Map<string, number>;
  total: number;
}

export function createFactsQuota(
  store: Store,
  { agentBytes, accountBytes } = defaultLimits,
): FactsQuota {
  const accounts = new Map<string, Promise<Account>>();

  async function load(account: string): Promise<Account> {
    const loaded: Account = { bytes: new Map(), total: 0 };
    for await (const agents of everyPage(store, "agent", { account }))
      for (const agent of agents) set(loaded, agent.id, sizeOf(agent));
    return loaded;
  }

  /** Loaded at the first use, and again if that failed. */
  async function accountOf(id: string): Promise<Account> {
    const account = accounts.get(id) ?? load(id);
    accounts.set(id, account);
    try {
      return await account;
    } catch (error) {
      accounts.delete(id);
      throw error;
    }
  }

  return {
    async reserve(facts) {
      const { id, account_id } = facts;
      const account = await accountOf(account_id);
      const before = account.bytes.get(id) ?? 0;
      const bytes = sizeOf(facts);
      if (bytes > before) {
        if (bytes > agentBytes) return "agent_full";
        if (account.total - before + bytes > accountBytes) return "account_full";
      }
      set(account, id, bytes);
      return "reserved";
    },
    async release({ id, account_id }) {
      set(await accountOf(account_id), id, 0);
    },
    async changed(id) {
      const account = await accounts.get(id.slice(0, id.indexOf("/")));
      if (!account) return;
      const found = await store.find("agent", id);
      set(account, id, found ? sizeOf(found.record) : 0);
    },
    missed: () => accounts.clear(),
  };
}

/** Counts the agents that other servers over the same database register. Returns the function that stops it. */
export function watchFacts(
  store: Store,
  quota: FactsQuota,
  onError: (error: unknown) => void,
): () => void {
  return store.watch(
    (records) => {
      for (const { kind, id } of records) if (kind === "agent") quota.changed(id).catch(onError);
    },
    () => quota.missed(),
  );
}

function set(account: Account, id: string, bytes: number): void {
  account.total += bytes - (account.bytes.get(id) ?? 0);
  if (bytes === 0) account.bytes.delete(id);
  else account.bytes.set(id, bytes);
}

function sizeOf(facts: Facts): number {
  const { hostname, os, os_version, arch, agent_version, tags, addresses, tables } = facts;
  const others = [hostname, os, os_version, arch, agent_version, addresses, tables];
  // Tags are stored as reported, as changed by operators, and in the event of the registration.
  const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  return jsonBytes(others) + 3 * jsonBytes(tags);
}
