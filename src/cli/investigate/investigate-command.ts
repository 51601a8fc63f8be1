import type {
  Investigation,
  TriggerRequest,
  TriggerResponse,
} from "../../contract/investigation.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { lastWord } from "../command-line/id-word.ts";
import type { Connection, EmbeddedFlags } from "../connection/connect.ts";
import { usageError } from "../errors/usage-error.ts";
import { lastQuestionFile, rememberQuestion } from "../ids/last-question.ts";
import { resolveId } from "../ids/resolve-ids.ts";
import { showOpeningLine } from "../terminal/opening-line.ts";
import { askChoice, askYesNo } from "../terminal/prompt.ts";
import { canPrompt } from "../terminal/terminal.ts";
import { AnswerCommand, type AnswerOutput, type FollowFlags } from "./answer-command.ts";
import { exitCodeOf } from "./outcome.ts";
import { planRerun, type Rerun, withRerun } from "./plan-rerun.ts";
import { readingOf } from "./reading-of.ts";

/** How a question is followed and its answer written. */
export interface AnswerOptions {
  flags: FollowFlags;
  delivery: AnswerOutput;
  /** Asks stale hosts live without a question. */
  rerunIfStale: boolean;
}

interface Asked {
  request: TriggerRequest;
  accepted: TriggerResponse;
  investigation: Investigation;
}

const shownOffline = 10;

/** Another question is another investigation, which the first one's key does not stand for. */
const withoutKey = ({ idempotency_key: _, ...request }: TriggerRequest): TriggerRequest => request;

/** The base of commands that ask a question. */
export abstract class InvestigateCommand extends AnswerCommand {
  /** Connects while the question can be seen. */
  protected connectFor(query: string, embedded?: EmbeddedFlags): Promise<Connection> {
    showOpeningLine(query, this.terminal);
    return this.connect(embedded);
  }

  /**
   * Answers a question, then offers to ask hosts live whose data is stale. As text their answer
   * follows the first one; a document has room for one answer.
   */
  protected async answer(
    connection: Connection,
    request: TriggerRequest,
    options: AnswerOptions,
  ): Promise<Investigation> {
    const asked = await this.ask(connection, request, options);
    const { investigation: first } = asked;
    const { delivery, flags } = options;
    const follows = delivery.format === "text" && !delivery.file;
    if (follows) await this.writeAnswer(connection, first, options);
    const rerun = this.mayRerun(options)
      ? await planRerun(connection.client, asked.request, asked)
      : null;
    const live = rerun && (await this.rerunLive(connection, rerun, options));
    const shown = live && (follows || live.status === "completed") ? live : first;
    if (!follows || live) await this.writeAnswer(connection, shown, options);
    if (!live) return first;
    process.exitCode = exitCodeOf(withRerun(first, rerun, live), flags["fail-on"]);
    return live.status === "completed" ? live : first;
  }

  /** Triggers and follows an investigation, and the one that a person meant instead. */
  private async ask(
    connection: Connection,
    request: TriggerRequest,
    options: AnswerOptions,
  ): Promise<Asked> {
    const { signal } = this;
    const accepted = await connection.client.trigger(request, { signal });
    const { query } = request;
    const id = accepted.investigation_id;
    const investigation = await this.follow(connection, id, { ...options, query });
    this.rememberAsLast(connection, investigation);
    const meant = await this.chooseMeant(investigation);
    if (meant === null) return { request, accepted, investigation };
    return this.ask(connection, { ...withoutKey(request), query: meant }, options);
  }

  /** The live answer of the stale hosts, if it is wanted and any is connected. */
  private async rerunLive(
    connection: Connection,
    { request, reason, offline }: Rerun,
    options: AnswerOptions,
  ): Promise<Investigation | null> {
    const names = escapeControl(offline.slice(0, shownOffline).join(", "));
    const more = offline.length > shownOffline ? ` and ${offline.length - shownOffline} more` : "";
    if (offline.length > 0)
      this.note(`Not connected, so known from snapshots alone: ${names}${more}.`);
    if (!request || !(options.rerunIfStale || (await this.confirmRerun(reason)))) return null;
    return (await this.ask(connection, request, options)).investigation;
  }

  /** The question that a person chooses of those that were offered instead of an answer. */
  private async chooseMeant({ error, reading }: Investigation): Promise<string | null> {
    if (error?.code !== "not_understood" || reading?.behaviour !== "clarify") return null;
    if (this.settings.json || !canPrompt(this.terminal)) return null;
    const questions = reading.suggestions.map((question) => escapeControl(question));
    if (questions.length === 0) return null;
    return askChoice(escapeControl(reading.text), questions, this.terminal);
  }

  /**
   * The investigation that a question follows up: the one of the flag, or in a terminal the last
   * one asked there if the server reads the question as a refinement of it.
   */
  protected async followUpOf(
    connection: Connection,
    query: string,
    flag: string | undefined,
  ): Promise<string | undefined> {
    const wantsLast = flag === "last" || flag === lastWord;
    if (flag !== undefined && !wantsLast) {
      return resolveId(flag, { client: connection.client, kind: "investigations" });
    }
    const last = this.lastAsked(connection);
    if (wantsLast && last === null) {
      throw usageError(
        "No question was asked in this terminal in the last hour.",
        "Pass the id of an investigation: investigate list.",
      );
    }
    if (last === null) return undefined;
    if (wantsLast) return last;
    if (!this.isConversation()) return undefined;
    const reading = await readingOf(connection.client, query, last);
    return reading?.follow_up ? last : undefined;
  }

  /** Makes the next question typed in this terminal able to refine this one. */
  private rememberAsLast(connection: Connection, investigation: Investigation): void {
    const { investigation_id: id, status } = investigation;
    if (status !== "completed" || !this.isConversation()) return;
    const question = { id, ...this.whereOf(connection), askedAt: Date.now() };
    rememberQuestion(lastQuestionFile(this.terminal.env), question);
  }

  /** Whether a person types questions and reads answers here. */
  private isConversation(): boolean {
    const { stdin, stdout, stderr } = this.terminal;
    return Boolean(stdin.isTTY && stdout.isTTY && stderr.isTTY) && !this.settings.json;
  }

  /** Submits a question without waiting for its answer. */
  protected async detach(
    connection: Connection,
    request: TriggerRequest,
  ): Promise<TriggerResponse> {
    const accepted = await connection.client.trigger(request, { signal: this.signal });
    this.noteIfQueued(connection);
    return accepted;
  }

  /** Whether a rerun is wanted, or a person can be asked; else what it needs is not looked up. */
  private mayRerun({ rerunIfStale }: AnswerOptions): boolean {
    return rerunIfStale || (!this.settings.json && canPrompt(this.terminal));
  }

  private confirmRerun(reason: string): Promise<boolean> {
    return askYesNo(`${escapeControl(reason)} Query the hosts live?`, true, this.terminal);
  }
}
