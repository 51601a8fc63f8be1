import { once } from "node:events";
import { readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, untilWritten } from "../../e2e/run-cli.ts";
import { authority } from "../authority.ts";
import type { Lab, Place } from "./open-lab.ts";

const inquest = [process.execPath, join(root, "bin", "run.js")];

/** What a machine of a lab has to show for an agent to run on it. */
export const shownToAgents = () => [
  root,
  readlinkSync(join(root, "node_modules")),
  dirname(process.execPath),
];

/** A server in a lab, over a data folder below `home`, and what is asked of it there. */
export async function startBrain(lab: Lab, home: string) {
  const ca = authority(home, "ca");
  const extensions = [`subjectAltName=IP:${lab.address}`];
  const { certPath, keyPath } = ca.sign("brain", { extensions });
  const dataDir = join(home, "data");
  const env = { HOME: home, INQUEST_DATA_DIR: dataDir };
  const at = ["--host", lab.address, "--tls-cert", certPath, "--tls-key", keyPath];
  const server = lab.start([...inquest, "server", "--json", "--no-local-agent", ...at], env);
  const { url, api_key } = JSON.parse(await untilWritten(server, /\n/));
  return {
    dataDir,
    /** What a command says as JSON. */
    async command(...args: string[]) {
      const { stdout, stderr } = await lab.run([...inquest, ...args, "--json"], env);
      if (stdout === "") throw new Error(`${args.join(" ")}: ${stderr}`);
      return JSON.parse(stdout);
    },
    /** Resolves once the agent of a machine, under this id, is known to the server. */
    async startAgent(agentId: string, machine: Place): Promise<void> {
      const folder = "/etc/inquest";
      const config = JSON.stringify({
        agent_id: agentId,
        brain_url: url,
        api_key,
        ca_cert_path: `${folder}/ca.pem`,
        cache_dir: "/var/cache/inquest",
      });
      await machine.shell(`install -d ${folder}
        echo '${ca.cert}' >${folder}/ca.pem
        install -m 600 <(echo '${config}') ${folder}/agent.json`);
      const line = [...inquest, "agents", "run", "--config", `${folder}/agent.json`];
      const agent = machine.start(line, { HOME: "/root" });
      let log = "";
      agent.stderr!.on("data", (chunk) => {
        log += chunk;
      });
      const closed = once(agent, "close").then(() => {
        throw new Error(`the agent ended: ${log}`);
      });
      closed.catch(() => {});
      while (!log.includes("Connected")) await Promise.race([once(agent.stderr!, "data"), closed]);
    },
  };
}
