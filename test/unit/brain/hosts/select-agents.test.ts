import { expect, test } from "vitest";
import { selectInScope, selectNamed } from "../../../../src/brain/hosts/select-agents.ts";
import { agentRecord } from "../../../helpers/records.ts";

const now = Date.parse("2026-11-01T00:10:00.000Z");
const web1 = agentRecord({
  agent_id: "web-1",
  hostname: "web-1.example.org",
  tags: { env: "prod", app: "shop" },
});
const web10 = agentRecord({ agent_id: "web-10", tags: { env: "staging" } });
const silent = agentRecord({ agent_id: "db-1", tags: { env: "prod" }, last_heartbeat_at: null });
const fleet = [web1, web10, silent];
const ids = (agents: { agent_id: string }[]) => agents.map(({ agent_id }) => agent_id);

test("an empty filter selects every agent", () => {
  expect(selectInScope(fleet, { type: "selector" }, now)).toEqual(fleet);
});

test("all tags of a scope must match, whatever their case", () => {
  const scope = { type: "selector" as const, filter: { tags: { env: "PROD", app: "shop" } } };
  expect(ids(selectInScope(fleet, scope, now))).toEqual(["web-1"]);
});

test("last_seen_within counts from the last heartbeat, and excludes agents without one", () => {
  const within = (last_seen_within: string) =>
    ids(selectInScope(fleet, { type: "selector", filter: { last_seen_within } }, now));
  expect(within("10m")).toEqual(["web-1", "web-10"]);
  expect(within("9m")).toEqual([]);
});

test("a host in the question matches by short name and pattern, ignoring case, not by prefix", () => {
  expect(ids(selectNamed(fleet, { hosts: ["WEB-1"], tags: {} }).agents)).toEqual(["web-1"]);
  expect(ids(selectNamed(fleet, { hosts: ["web-*"], tags: {} }).agents)).toEqual([
    "web-1",
    "web-10",
  ]);
});

test("unknown hosts are reported beside the existing ones", () => {
  expect(selectNamed(fleet, { hosts: ["db-1", "db-9"], tags: {} })).toEqual({
    agents: [silent],
    unknownHosts: ["db-9"],
  });
});

test("a host name is text, not a regular expression", () => {
  expect(selectNamed(fleet, { hosts: ["web.1", "(", "[a-"], tags: {} }).agents).toEqual([]);
});

test("an operating system in the question matches the tag, or the system of an agent without that tag", () => {
  const mac = agentRecord({ agent_id: "mac-1", os: "darwin", os_version: "15.1" });
  const windows = agentRecord({ agent_id: "win-1", os: "windows" });
  const tagged = agentRecord({ agent_id: "win-2", os: "windows", tags: { os: "Server" } });
  const ubuntu = agentRecord({ agent_id: "lab-1", os_version: "Ubuntu 24.04.1 LTS" });
  const everyone = [mac, windows, tagged, ubuntu];
  const running = (os: string) => ids(selectNamed(everyone, { hosts: [], tags: { os } }).agents);
  expect(running("macos")).toEqual(["mac-1"]);
  expect(running("windows")).toEqual(["win-1"]);
  expect(running("server")).toEqual(["win-2"]);
  expect(running("ubuntu")).toEqual(["lab-1"]);
  expect(running("linux")).toEqual(["lab-1"]);
  expect(running("buntu")).toEqual([]);
});
