import type { Agent } from "../../src/contract/agent.ts";

/** An agent as the API shows it. */
export const agentOf = (over: Partial<Agent> = {}): Agent => ({
  agent_id: "web-1",
  hostname: "web-1.example.net",
  status: "Connected",
  os: "linux",
  os_version: "12",
  arch: "x64",
  agent_version: "0.1.0",
  tags: { env: "prod" },
  policies: [],
  addresses: ["10.0.0.1"],
  first_seen_at: "2026-11-01T00:00:00.000Z",
  last_heartbeat_at: "2026-11-01T00:59:57.000Z",
  tables: 64,
  ...over,
});
