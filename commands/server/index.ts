import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { startServer, stopServer, untilAborted } from "../../src/cli/server/run-server.ts";
import { serverFlags } from "../../src/cli/server/server-flags.ts";
import { readyView } from "../../src/ui/views/server/ready.ts";

export default class Server extends InquestCommand {
  static override summary = "Run the backend: API, runner and this machine's agent.";
  static override description =
    "The API key is shown only when a data folder is first created. With --json, one line is printed when the server is listening. " +
    "--demo uses a data folder of its own, with the demo's hosts alone, unless --data-dir names one.";
  static override examples = [
    "<%= config.bin %> server",
    "<%= config.bin %> server --demo",
    "<%= config.bin %> server --port 0 --data-dir /var/lib/inquest --json",
    "<%= config.bin %> server --host 0.0.0.0 --tls-cert chain.pem --tls-key key.pem",
    "<%= config.bin %> server --tls-cert chain.pem --tls-key key.pem --client-ca agents-ca.pem",
  ];
  static override flags = serverFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(Server);
    const { signal, terminal, style } = this;
    const server = await startServer(flags, { terminal, style });
    await this.presentLine(server, readyView);
    await untilAborted(signal);
    await stopServer(server);
  }
}
