import { Help } from "@oclif/core/help";
import { foldLine } from "./fold-line.ts";
import { InquestCommandHelp } from "./inquest-command-help.ts";
import { byJob } from "./job-groups.ts";
import { type TopicGuide, topicGuides } from "./topic-guides.ts";

/** oclif's help, with commands grouped by task and first commands to try. */
export class InquestHelp extends Help {
  protected override CommandHelpClass = InquestCommandHelp;

  protected override async showRootHelp(): Promise<void> {
    const guide = topicGuides[""]!;
    const about = this.section("ABOUT", this.wrap(guide.about));
    this.log(`${this.formatRoot()}\n\n${about}\n\n${this.tryFirst(guide)}\n`);
    const summaries = this.rootSummaries();
    for (const { title, names } of byJob([...summaries.keys()])) {
      const rows = names.map((name): [string, string | undefined] => [name, summaries.get(name)]);
      this.log(`${this.list(title.toUpperCase(), rows)}\n`);
    }
  }

  protected override formatTopic(topic: { name: string; description?: string }): string {
    const guide = topicGuides[topic.name.replaceAll(" ", ":")];
    if (!guide) return super.formatTopic(topic);
    const description = `${topic.description ?? ""}\n${guide.about}`;
    return `${super.formatTopic({ ...topic, description })}\n${this.tryFirst(guide)}\n`;
  }

  /** A topic that is a command too is listed once, as the command. */
  protected override get sortedTopics() {
    const commands = new Set(this.sortedCommands.map(({ id }) => id));
    return super.sortedTopics.filter(({ name }) => !commands.has(name));
  }

  /** Summaries by name; a command's summary replaces that of its topic. */
  private rootSummaries(): Map<string, string | undefined> {
    const first = (name: string) => !name.includes(":");
    const commands = this.sortedCommands.filter(({ id }) => first(id));
    const topics = this.sortedTopics.filter(({ name }) => first(name));
    return new Map([
      ...topics.map(({ name, description }) => [name, description] as const),
      ...commands.map(({ id, summary }) => [id, summary?.replace(/\.$/, "")] as const),
    ]);
  }

  private tryFirst({ tryFirst }: TopicGuide): string {
    const width = this.opts.maxWidth - this.indentSpacing;
    const lines = tryFirst.map(([line, what]) => `${foldLine(`$ ${line}`, width)}\n    ${what}`);
    return this.section("TRY FIRST", lines.join("\n"));
  }

  private list(title: string, rows: [string, string | undefined][]): string {
    const { stripAnsi } = this.opts;
    return this.section(title, this.renderList(rows, { indentation: 2, spacer: "\n", stripAnsi }));
  }
}
