import { expect, test } from "vitest";
import { fleetChanges, isVisible } from "../../../../src/cli/agents/fleet-changes.ts";
import { lineWatcher } from "../../../../src/cli/agents/fleet-watcher.ts";
import { watchFleet } from "../../../../src/cli/agents/watch-fleet.ts";
import type { Terminal } from "../../../../src/cli/terminal/terminal.ts";
import type { Agent } from "../../../../src/contract/agent.ts";
import { AppError, type ErrorKind } from "../../../../src/core/errors.ts";
import type { FleetUpdate } from "../../../../src/ui/ink/fleet/fleet-state.ts";
import { agentOf } from "../../../helpers/agent.ts";

const atMs = Date.parse("2026-11-01T01:00:00.000Z");
const off = { status: "Disconnected" } as const;

test("who comes, goes, connects, disconnects and changes is told, being heard again is not", () => {
  const before = ["a", "b", "c", "d", "e"].map((agent_id) => agentOf({ agent_id }));
  const now = [
    agentOf({ agent_id: "a", last_heartbeat_at: "2026-11-01T02:00:00.000Z" }),
    agentOf({ agent_id: "b", ...off, tags: {} }),
    agentOf({ agent_id: "c", tags: { env: "test" } }),
    agentOf({ agent_id: "f" }),
    agentOf({ agent_id: "e" }),
  ];
  const told = (changes: ReturnType<typeof fleetChanges>) =>
    changes.map(({ type, agent }) => `${agent.agent_id} ${type}`);
  expect(told(fleetChanges(before, now))).toEqual([
    "b disconnected",
    "c changed",
    "f added",
    "d gone",
  ]);
  expect(told(fleetChanges(now, before))).toContain("b connected");
  const kept = fleetChanges(before, now).filter((change) => isVisible(change, "Disconnected"));
  expect(told(kept)).toEqual(["b disconnected"]);
});

/** Watches through these looks, the last of which ends it; what was seen, and the pauses. */
async function watched(looks: (Agent[] | Error)[], tookMs = 0) {
  const ending = new AbortController();
  const seen: string[] = [];
  const pauses: number[] = [];
  let ms = 0;
  const watching = watchFleet({
    list: async () => {
      ms += tookMs;
      const look = looks.shift()!;
      if (look instanceof Error) throw look;
      return look;
    },
    now: () => ms,
    sleep: async (pause, signal) => {
      pauses.push(pause);
      if (looks.length === 0) ending.abort(new Error("enough"));
      signal.throwIfAborted();
    },
    signal: ending.signal,
  });
  const ended = await (async () => {
    for await (const one of watching)
      seen.push(one instanceof AppError ? one.code : `${one.agents.length}+${one.changes.length}`);
  })().catch((error) => error);
  return { seen, pauses, ended };
}

const failure = (code: string, kind: ErrorKind) => new AppError(code, `${code}.`, { kind });

test("a server that is away for a while is told, and what changed meanwhile after it", async () => {
  const looks = [
    [agentOf()],
    failure("server_unreachable", "unreachable"),
    failure("internal_error", "failed"),
    [agentOf(off)],
  ];
  const { seen, ended, pauses } = await watched(looks);
  expect(seen).toEqual(["1+0", "server_unreachable", "internal_error", "1+1"]);
  expect(ended).toMatchObject({ message: "enough" });
  expect(pauses).toEqual([2_000, 2_000, 2_000, 2_000]);
});

test("a first look that fails ends it, and so does a key that is refused later", async () => {
  const first = await watched([failure("server_unreachable", "unreachable")]);
  expect(first).toMatchObject({ seen: [], ended: { code: "server_unreachable" } });
  const later = await watched([[], failure("unauthorized", "not_authorised")]);
  expect(later).toMatchObject({ seen: ["0+0"], ended: { code: "unauthorized" } });
  const bug = await watched([[], new TypeError("bug")]);
  expect(bug.ended).toBeInstanceOf(TypeError);
});

test("a fleet that takes long to list is asked less often", async () => {
  expect((await watched([[]], 3_000)).pauses).toEqual([15_000]);
});

/** A line watcher, and what it wrote to each of the two outputs. */
function linesOf(options: { json: boolean; status?: Agent["status"] }) {
  const written = { out: "", err: "" };
  const write = (to: "out" | "err") => (text: string) => {
    written[to] += text;
    return true;
  };
  const terminal = { stdout: { write: write("out") }, stderr: { write: write("err") } };
  const watcher = lineWatcher({
    terminal: terminal as unknown as Terminal,
    style: { width: 80, colour: false, maxRows: 30, nowMs: 0 },
    status: undefined,
    ...options,
  });
  return { watcher, written };
}

const web2 = agentOf({ agent_id: "web\u001b2", ...off });
const first: FleetUpdate = { agents: [agentOf(), web2], changes: [], atMs };
const second: FleetUpdate = {
  agents: [agentOf(), agentOf({ agent_id: "web\u001b2" })],
  changes: [{ type: "connected", agent: agentOf({ agent_id: "web\u001b2" }) }],
  atMs,
};

test("in a pipe the fleet is written once, then a line a change, and trouble goes apart", () => {
  const { watcher, written } = linesOf({ json: false });
  watcher.update(first);
  const listing = written.out;
  expect(listing).toMatch(/^agent .*\nweb-1 .*\nweb\\x1b2 .*\n$/);
  watcher.problem("It is away.");
  watcher.problem("It is away.");
  watcher.update(second);
  expect(written.out.slice(listing.length)).toBe("2026-11-01T01:00:00Z  web\\x1b2 is connected\n");
  expect(written.err).toBe("It is away.\n");
});

test("with --json each line is an event with the agent, those of the status alone", () => {
  const { watcher, written } = linesOf({ json: true, status: "Disconnected" });
  watcher.update(first);
  watcher.update(second);
  const lines = written.out.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: "agent", data: web2 },
    { event: "connected", data: { ...web2, status: "Connected" } },
  ]);
});
