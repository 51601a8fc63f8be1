import { expect, test } from "vitest";
import {
  type ConnectionChange,
  createConnectionChanges,
} from "../../../../src/server/agents/connection-changes.ts";

test("an agent that is not heard any more is reported once, at the next check", () => {
  const lost = new Set<string>();
  const changes: ConnectionChange[] = [];
  const connections = createConnectionChanges({
    isConnected: (id) => !lost.has(id),
    onChange: (change) => changes.push(change),
  });
  for (const id of ["acc_1/web-1", "acc_1/a/b", "acc_1/web-1"]) connections.contacted(id);
  connections.check();
  lost.add("acc_1/a/b");
  connections.check();
  connections.check();
  expect(changes).toEqual([
    { agentId: "web-1", isConnected: true },
    { agentId: "a/b", isConnected: true },
    { agentId: "a/b", isConnected: false },
  ]);
});
