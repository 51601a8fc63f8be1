import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { serverStatus } from "../../src/cli/server/server-status.ts";
import { serverStatusView } from "../../src/ui/views/server/maintenance.ts";

export default class ServerStatus extends InquestCommand {
  static override summary = "Show whether the server is running and ready.";
  static override examples = [
    "<%= config.bin %> server status",
    "<%= config.bin %> server status --server https://inquest.example.com --json",
  ];

  async run(): Promise<void> {
    await this.parse(ServerStatus);
    const status = await serverStatus(await this.connectToServer(), this.dataDir);
    await this.present(status, serverStatusView);
  }
}
