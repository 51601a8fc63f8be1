import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { parseExpiry } from "../../../src/cli/server/parse-expiry.ts";
import { parseScopes } from "../../../src/cli/server/parse-scopes.ts";
import { withAdmin } from "../../../src/cli/server/with-admin.ts";
import { newKeyView } from "../../../src/ui/views/server/access.ts";

export default class ServerKeysCreate extends InquestCommand {
  static override summary = "Create an API key; it is shown once.";
  static override examples = [
    "<%= config.bin %> server keys create --scopes investigations:read,agents:read --name dashboard",
    "<%= config.bin %> server keys create --scopes investigations:trigger,investigations:read --name ci --expires 90d",
    "<%= config.bin %> server keys create --scopes agents:connect --account acme --json",
  ];
  static override flags = {
    scopes: Flags.string({
      description: "What the key may do, comma-separated",
      required: true,
      helpValue: "<a,b>",
    }),
    account: Flags.string({ description: "Account the key belongs to", helpValue: "<name>" }),
    name: Flags.string({ description: "Name of the key", helpValue: "<name>" }),
    expires: Flags.string({
      description: "How long the key works; it never expires without this flag",
      helpValue: "<90d>",
      parse: async (text) => parseExpiry(text, Date.now()),
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(ServerKeysCreate);
    const { account, name, expires: expires_at } = flags;
    const request = { scopes: parseScopes(flags.scopes), name, account, expires_at };
    const key = await withAdmin(this.dataDir, (admin) => admin.createKey(request));
    await this.present(key, newKeyView);
  }
}
