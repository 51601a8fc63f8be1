import type { Client } from "../../../client/types.ts";
import { count } from "../../../ui/text/section.ts";
import { type PackImport, packImportView } from "../../../ui/views/pack-import.ts";
import { declined } from "../../errors/interrupt.ts";
import { askYesNo } from "../../terminal/prompt.ts";
import { canPrompt, styleOf } from "../../terminal/terminal.ts";
import { CuriosityCommand } from "../curiosity-command.ts";
import type { AddFlags } from "../item-request.ts";
import { applyImport, resultOf } from "./apply-import.ts";
import { type ImportPlan, planImport } from "./plan-import.ts";
import { readPack } from "./read-pack.ts";
import type { PackFile } from "./types.ts";

export interface ImportFlags extends AddFlags {
  "dry-run": boolean;
  yes: boolean;
}

/** The base of the command that schedules the queries of a file. */
export abstract class ImportCommand extends CuriosityCommand {
  /** Schedules the queries that run; in a terminal, after showing them and asking. */
  protected async import(client: Client, path: string, flags: ImportFlags): Promise<PackImport> {
    const plan = await planHere(client, readPack(path), flags);
    if (flags["dry-run"]) return resultOf(plan, true);
    if (!flags.yes) await this.confirmPlan(plan);
    return applyImport(client, plan);
  }

  private async confirmPlan(plan: ImportPlan): Promise<void> {
    const changes = plan.queries.filter(({ action }) => action === "create" || action === "update");
    if (changes.length === 0 || !canPrompt(this.terminal)) return;
    const style = styleOf(this.terminal, this.settings, Date.now());
    this.note(...packImportView.plain(resultOf(plan, true), style));
    const message = `Schedule ${count(changes.length, "question")}?`;
    if (!(await askYesNo(message, true, this.terminal))) throw declined();
  }
}

/** The plan of an import, checked with this program's own tables. */
async function planHere(client: Client, pack: PackFile, flags: ImportFlags): Promise<ImportPlan> {
  const { prepareHere } = await import("../../../compose/offline/query-this-machine.ts");
  return planImport(client, pack, {
    flags,
    nowMs: Date.now(),
    prepare: prepareHere,
    platform: process.platform,
  });
}
