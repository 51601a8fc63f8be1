import type { Command } from "@oclif/core/command";
import { CommandHelp } from "@oclif/core/help";
import type { Config, HelpOptions } from "@oclif/core/interfaces";
import { foldLine } from "./fold-line.ts";

type Flag = [name: string, flag: Command.Flag.Any];

/** Names of global flags that fit on a line of 80 columns. */
const namedFlags = 6;

/** oclif's help of a command, with the global flags on one line unless `all` is set. */
export class InquestCommandHelp extends CommandHelp {
  private readonly folded: Flag[];

  constructor(command: Command.Loadable, config: Config, opts: HelpOptions) {
    const flags = Object.entries(command.flags);
    const folded = opts.all ? [] : flags.filter(isGlobal);
    const shown = opts.all ? flags : flags.filter((flag) => !isGlobal(flag));
    super({ ...command, flags: Object.fromEntries(shown) }, config, opts);
    this.folded = folded;
  }

  /** Works around oclif, which shows the summary twice or only the last paragraph of the description. */
  protected override description(): string | undefined {
    const { description } = this.command;
    return description === undefined ? undefined : this.wrap(description);
  }

  /** Works around oclif, which measures the line before the command's name is in it. */
  protected override usage(): string {
    const line = `$ ${this.config.bin} ${this.defaultUsage()}`;
    return this.wrap(line, 3 * this.indentSpacing).replaceAll("\n", "\n    ");
  }

  /** Examples that fit the width. */
  protected override examples(examples: Command.Example[] | undefined): string | undefined {
    const width = this.opts.maxWidth - this.indentSpacing;
    return examples
      ?.map((example) => foldLine(`$ ${this.render(String(example))}`, width))
      .join("\n\n");
  }

  protected override sections() {
    const sections = super.sections();
    if (this.folded.length === 0) return sections;
    const names = this.folded.slice(0, namedFlags).map(([name]) => `--${name}`);
    const line = `${names.join(", ")}, … (--help-all)`;
    const at = sections.findIndex(({ header }) => header === "FLAGS") + 1;
    return sections.toSpliced(at, 0, { header: "GLOBAL FLAGS", generate: () => line });
  }
}

function isGlobal([, { helpGroup }]: Flag): boolean {
  return helpGroup === "GLOBAL";
}
