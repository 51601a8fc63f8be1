import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";

import { intervalFlag, itemFlags } from "../../src/cli/curiosity/item-flags.ts";
import { ImportCommand } from "../../src/cli/curiosity/packs/import-command.ts";
import { packImportView } from "../../src/ui/views/pack-import.ts";

export default class CuriosityImport extends ImportCommand {
  static override summary = "Schedule the queries of a pack in osquery's or Fleet's format.";
  static override description =
    "Checks every query first: which ones run, and which need a table or column that doesn't " +
    "exist, another platform or event tables; those are skipped. Importing a file again updates " +
    "its questions instead of adding them twice.";
  static override examples = [
    "<%= config.bin %> curiosity import incident-response.conf --dry-run",
    "<%= config.bin %> curiosity import incident-response.conf --tag env=prod",
    "<%= config.bin %> curiosity import fleet-queries.yml --every 24h --yes",
  ];
  static override args = {
    file: Args.string({
      ignoreStdin: true,
      required: true,
      description: "Pack or config of osquery (JSON), or Fleet's YAML",
    }),
  };
  static override flags = {
    ...itemFlags,
    every: intervalFlag,
    paused: Flags.boolean({ description: "Add them paused" }),
    "dry-run": Flags.boolean({ description: "Only check the queries; change nothing" }),
    yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CuriosityImport);
    const connection = await this.connect();
    await this.present(await this.import(connection.client, args.file, flags), packImportView);
    if (!flags["dry-run"]) this.noteIfIdle(connection);
  }
}
