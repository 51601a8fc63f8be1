import { expect, test } from "vitest";
import { agentFolder } from "../helpers/agent-process.ts";
import { serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { memoryOf } from "./memory-of.ts";

/** MiB that an agent may have while it answers twenty questions at once. */
const limitMiB = 250;

const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000000) ";

/** Statements that fill memory in different ways; the number keeps them apart. */
const greedy = [
  (at: number) => `${numbers} SELECT i, hex(randomblob(100)) AS h${at} FROM n ORDER BY h${at}`,
  (at: number) =>
    `${numbers} SELECT i % 9000 AS k${at}, hex(randomblob(700)) AS v FROM n LIMIT 10000`,
  (at: number) => `${numbers} SELECT DISTINCT hex(randomblob(200)) AS d${at} FROM n`,
  (at: number) => `${numbers} SELECT i % 100000 AS g${at}, group_concat(i) FROM n GROUP BY 1`,
  (at: number) => `SELECT p.*, q.value AS c${at} FROM processes p, process_envs q, users u`,
];

async function anAgent() {
  const home = temporaryFolder();
  const server = await serverFolder(home).start("--rate-limit", "0", "--no-local-agent");
  const config = { agent_id: "watched", brain_url: server.url, api_key: server.key };
  const agent = agentFolder(home, config).start();
  await agent.logged("Connected");
  return { server, agent };
}

test("finding 13: twenty greedy questions at once leave an agent small", async () => {
  const { server, agent } = await anAgent();
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      server.ask(greedy[at % greedy.length]!(at), { mode: "live", depth: "quick" }),
    ),
  );
  await Promise.all(ids.map((id) => server.outcome(id)));
  const { highest } = memoryOf(agent.pid);
  // It still answers.
  const after = await server.outcome(
    await server.ask("SELECT name FROM os_version", { mode: "live" }),
  );
  expect(after.summary.answer.row_count).toBe(1);
  console.log(`The agent had at most ${highest} MiB.`);
  expect(highest).toBeLessThan(limitMiB);
});
