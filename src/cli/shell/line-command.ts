import type { Investigation } from "../../contract/investigation.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { jsonText } from "../../core/json-text.ts";
import { cancelView } from "../../ui/views/investigation/actions.ts";
import { sqlView } from "../../ui/views/investigation/sql.ts";
import { lastWord } from "../command-line/id-word.ts";
import type { Connection } from "../connection/connect.ts";
import { resolveId } from "../ids/resolve-ids.ts";
import type { AnswerOutput } from "../investigate/answer-command.ts";
import { cancelAll } from "../investigate/cancel-all.ts";
import { InvestigateCommand } from "../investigate/investigate-command.ts";
import { readingOf } from "../investigate/reading-of.ts";
import { type AskFlags, triggerRequest } from "../investigate/trigger-request.ts";
import { canPrompt } from "../terminal/terminal.ts";
import { helpLines } from "./help-lines.ts";
import type { ShellLine } from "./parse-line.ts";
import { scopeOfWords, scopeWords } from "./shell-scope.ts";

type Follow = InvestigateCommand["follow"];

/** A command that carries out lines of a shell over one connection. */
export abstract class LineCommand extends InvestigateCommand {
  protected connection!: Connection;
  /** How questions are asked, and of which hosts. */
  protected asks: AskFlags = {};
  /** The last question here, answered or not. */
  private asked: string | undefined;
  /** The last answer here, which the next question may refine. */
  private answered: string | undefined;

  protected get isInteractive(): boolean {
    return canPrompt(this.terminal);
  }

  protected override get staysOpen(): boolean {
    return this.isInteractive;
  }

  protected override get resumeHint(): string | undefined {
    return this.isInteractive ? "Resume with \\watch, cancel with \\cancel." : undefined;
  }

  protected async carryOut(line: ShellLine): Promise<void> {
    switch (line.type) {
      case "question":
        return this.answerLine(line.query, await this.refined(line.query));
      case "sql":
        return this.answerLine(line.query);
      case "scope":
        return this.changeScope(line.words);
      case "help":
        return this.print(...helpLines());
      case "json":
        return this.toggleJson();
      case "nothing":
      case "quit":
        return;
      default:
        return this.carryOutOnLast(line.type, await this.lastId());
    }
  }

  private async carryOutOnLast(
    type: "last" | "last_sql" | "watch" | "cancel",
    id: string,
  ): Promise<void> {
    const { client } = this.connection;
    if (type === "cancel") return this.presentLine(await cancelAll(client, [id]), cancelView);
    const investigation = await client.get(id);
    if (type === "last_sql") return this.presentLine(investigation, sqlView);
    const delivery = this.openOutput({}, { full: type === "last" });
    if (type === "last") return this.show(this.connection, investigation, delivery);
    const options = { query: investigation.query, flags: {}, delivery };
    const ended = await this.follow(this.connection, id, options);
    this.remember(ended);
    await this.writeAnswer(this.connection, ended, options);
  }

  private async answerLine(query: string, followUpOf?: string): Promise<void> {
    const request = triggerRequest(query, this.asks, followUpOf);
    const delivery = this.openOutput({});
    const options = { flags: {}, delivery, rerunIfStale: false };
    this.remember(await this.answer(this.connection, request, options));
  }

  private remember({ status, investigation_id }: Investigation): void {
    if (status === "completed") this.answered = investigation_id;
  }

  /** The answer that a question refines, if the server reads it so. */
  private async refined(query: string): Promise<string | undefined> {
    if (this.answered === undefined) return undefined;
    const reading = await readingOf(this.connection.client, query, this.answered);
    return reading?.follow_up ? this.answered : undefined;
  }

  protected override follow(...[connection, id, options]: Parameters<Follow>) {
    this.asked = id;
    return super.follow(connection, id, options);
  }

  private lastId(): Promise<string> {
    const { connection } = this;
    const lastAsked = () => this.asked ?? this.lastAsked(connection);
    return resolveId(lastWord, { client: connection.client, kind: "investigations", lastAsked });
  }

  private async changeScope(words: string[]): Promise<void> {
    if (words.length > 0) {
      const { depth, mode } = this.asks;
      this.asks = { depth, mode, ...(await scopeOfWords(words, this.connection.client)) };
    }
    const scope = scopeWords(this.asks);
    this.note(
      scope === "" ? "Questions ask every host." : `Questions ask ${escapeControl(scope)}.`,
    );
  }

  private toggleJson(): void {
    const json = !this.settings.json;
    this.settings = { ...this.settings, json };
    this.note(`Answers are printed as ${json ? "JSON" : "text"}.`);
  }

  /** A JSON answer takes one line, as the next one follows. */
  protected override async show(
    connection: Connection,
    investigation: Investigation,
    delivery: AnswerOutput,
  ): Promise<void> {
    if (delivery.format !== "json") return super.show(connection, investigation, delivery);
    this.print(jsonText(investigation));
  }
}
