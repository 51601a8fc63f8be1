import { expect, test } from "vitest";
import { cliBesideServer } from "./run-cli.ts";

const root = { uid: 0, gid: 0, username: "root", directory: "/root", shell: "/bin/bash" };
const toor = { ...root, username: "toor" };
const hosts = [
  { agent_id: "web-1", tables: { users: [root, toor] } },
  { agent_id: "db-1", tables: { users: [root, toor, { ...root, username: "mallory" }] } },
];
const question = "which accounts besides root have uid 0?";

/** The program beside a server with two hosts. */
async function startServer() {
  const cli = await cliBesideServer(hosts);
  const json = async (...args: string[]) =>
    JSON.parse((await cli.command(...args, "--json")).stdout);
  const ask = async (host: string) => {
    const { findings, summary } = await json("investigate", `${question.slice(0, -1)} on ${host}?`);
    return { finding: findings[0], summary };
  };
  return { ...cli, json, ask };
}

test("an accepted finding no longer counts, until its acceptance is removed", async () => {
  const { command, json, ask } = await startServer();
  const { finding } = await ask("web-1");
  const accepted = await json(
    ...["investigate", "accept", finding.finding_id],
    ...["--because", "a break-glass account", "--until", "90d"],
  );
  expect(accepted).toMatchObject({
    hostname: "web-1",
    evidence: { columns: ["username"], rows: [["toor"]] },
    accepted_by: { name: "commands on this machine" },
  });
  const after = await ask("web-1");
  expect(after.summary.severity).toBe("info");
  expect(after.finding.accepted).toMatchObject({
    acceptance_id: accepted.id,
    because: "a break-glass account",
  });
  const asked = ["investigate", "which accounts besides root have uid 0 on web-1?"];
  expect(await command(...asked, "--fail-on", "low")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(": a break-glass account"),
  });
  expect((await command("investigate", "accept", "list")).stdout).toContain(accepted.id);
  const remove = ["investigate", "accept", "remove", accepted.id];
  expect(await command(...remove)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--yes"),
  });
  expect((await command(...remove, "--yes")).code).toBe(0);
  expect((await command(...asked, "--fail-on", "low")).code).toBe(3);
  expect((await command("investigate", "accept", "list")).stdout).toBe("No accepted findings.\n");
}, 60_000);

test("another account on the same host is not accepted with the first", async () => {
  const { command, json, ask } = await startServer();
  const { finding } = await ask("web-1");
  await json(
    ...["investigate", "accept", finding.finding_id],
    ...["--because", "a break-glass account", "--host", "db-1"],
  );
  const other = await ask("db-1");
  expect(other.summary.severity).toBe(finding.severity);
  expect(other.finding).toMatchObject({ partly_accepted: { rows: 1 } });
  expect(other.finding).not.toHaveProperty("accepted");
  const shown = await command("investigate", "which accounts besides root have uid 0 on db-1?");
  expect(shown.stdout).toContain("Counts: only 1 of 2 rows of evidence is accepted");
}, 60_000);
