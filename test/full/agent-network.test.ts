import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { agentFolder } from "../helpers/agent-process.ts";
import { authority } from "../helpers/authority.ts";
import { hasOpenssl } from "../helpers/certificate.ts";
import { costlyTables, serverFolder } from "../helpers/server-process.ts";

const question = "SELECT name FROM os_version";

const canSplitNetwork =
  process.getuid?.() === 0 &&
  hasOpenssl &&
  spawnSync("ip", ["netns", "add", "iqprobe"]).status === 0 &&
  spawnSync("ip", ["netns", "del", "iqprobe"]).status === 0;

/** A network namespace of its own, tied to this one by a cable that can be unplugged. */
function networkSpace(name: string, subnet: string) {
  const ip = (line: string) => {
    const { status, stderr } = spawnSync("ip", line.split(" "), { encoding: "utf8" });
    if (status !== 0) throw new Error(`ip ${line}: ${stderr}`);
  };
  onTestFinished(() => void spawnSync("ip", ["netns", "del", name]));
  ip(`netns add ${name}`);
  ip(`link add ${name}h type veth peer name ${name}n netns ${name}`);
  ip(`addr add ${subnet}.1/24 dev ${name}h`);
  ip(`link set ${name}h up`);
  ip(`-n ${name} addr add ${subnet}.2/24 dev ${name}n`);
  ip(`-n ${name} link set ${name}n up`);
  ip(`-n ${name} link set lo up`);
  return {
    before: ["ip", "netns", "exec", name],
    unplug: () => ip(`link set ${name}h down`),
    plugIn: () => ip(`link set ${name}h up`),
  };
}

if (!canSplitNetwork)
  console.log("No agent is cut off: network namespaces need root, `ip` and openssl.");

test.skipIf(!canSplitNetwork)(
  "an agent whose network is cut is reported as timed out, and answers once it is back",
  async () => {
    const home = mkdtempSync(join(tmpdir(), "inquest-e2e-"));
    const folder = serverFolder(home);
    const ca = authority(home, "ca");
    const spaces = ["a", "b", "c"].map((id, index) =>
      networkSpace(`iq${process.pid % 10_000}${id}`, `10.77.${index}`),
    );
    const names = ["10.77.0.1", "10.77.1.1", "10.77.2.1", "127.0.0.1"].map((one) => `IP:${one}`);
    const extensions = [`subjectAltName=${names.join(",")}`];
    const { certPath, keyPath } = ca.sign("brain", { extensions });
    const tls = ["--tls-cert", certPath, "--tls-key", keyPath];
    const server = await folder.start("--no-local-agent", "--host", "0.0.0.0", ...tls);
    const { port } = new URL(server.url);
    const sparing = ["--every-agent", "--deny-table", costlyTables.join()];
    await folder.inquest("agents", "policies", "create", "sparing", ...sparing);
    const agents = ["a", "b", "c"].map((agent_id, index) =>
      agentFolder(
        home,
        {
          agent_id,
          brain_url: `https://10.77.${index}.1:${port}`,
          api_key: server.key,
          ca_cert_path: ca.certPath,
        },
        { before: spaces[index]!.before },
      ).start(),
    );
    for (const agent of agents) await agent.logged("Connected");

    const ask = async () => {
      const line = ["investigate", question, "--mode", "live", "--depth", "quick", "--json"];
      const { summary } = JSON.parse((await folder.inquest(...line)).stdout);
      const { agents_answered, unanswered } = summary.coverage;
      return [
        agents_answered,
        ...unanswered.map((one: { agent_id: string; reason: string }) => [
          one.agent_id,
          one.reason,
        ]),
      ];
    };
    expect(await ask()).toEqual([3]);
    spaces[1]!.unplug();
    expect(await ask()).toEqual([2, ["b", "timed_out"]]);
    spaces[1]!.plugIn();
    // What was on its way arrives when TCP sends it again; the agent then polls anew.
    await expect.poll(ask, { timeout: 60_000 }).toEqual([3]);
  },
  120_000,
);
