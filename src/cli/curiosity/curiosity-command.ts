import type { CreateCuriosityItem, CuriosityItem } from "../../contract/curiosity.ts";
import type { Reading } from "../../contract/reading.ts";
import { scheduleText } from "../../ui/plain/schedule-text.ts";
import { InquestCommand } from "../command/base-command.ts";
import type { Connection } from "../connection/connect.ts";
import { declined } from "../errors/interrupt.ts";
import { usageError } from "../errors/usage-error.ts";
import { readQuestion } from "../investigate/read-question.ts";
import { readingOf } from "../investigate/reading-of.ts";
import { askFor, askYesNo } from "../terminal/prompt.ts";
import { canPrompt, styleOf } from "../terminal/terminal.ts";
import { unanswerableLines, unanswerableQuestion, whyUnanswerable } from "./check-question.ts";
import type { ScheduleFlags } from "./item-flags.ts";
import { type AddFlags, type Edit, newItem } from "./item-request.ts";
import { checkSchedule, inTimeZone, parseSchedule, type Repetition } from "./parse-schedule.ts";
import { previewLines } from "./preview.ts";

const embeddedNote =
  "No server is running. Scheduled questions run only while one does: inquest server.";

type DraftFlags = AddFlags & ScheduleFlags;

/** A question that the server can answer, as far as is known. */
interface Understood {
  query: string;
  reading: Reading | null;
}

/** The base of commands that create and change scheduled questions. */
export abstract class CuriosityCommand extends InquestCommand {
  /** The question and schedule, from the arguments or from prompts. */
  protected async draft(words: string[], flags: DraftFlags): Promise<CreateCuriosityItem> {
    const { every, "time-zone": timeZone, ...rest } = flags;
    const query = await readQuestion(words, this.terminal);
    const schedule = inTimeZone(every ?? (await this.askSchedule()), timeZone);
    return newItem({ query, ...schedule }, rest, Date.now());
  }

  /** Adds an item after showing its preview and, in a terminal, asking for confirmation. */
  protected async add(
    { client }: Connection,
    draft: CreateCuriosityItem,
    yes: boolean,
  ): Promise<CuriosityItem> {
    const asks = canPrompt(this.terminal) && !yes;
    const { query, reading } = await this.checkQuestion({ client }, draft.query, asks);
    const request = { ...draft, query };
    this.note(...previewLines(request, reading, styleOf(this.terminal, this.settings, Date.now())));
    if (
      asks &&
      !(await askYesNo(`Ask this every ${scheduleText(request)}?`, true, this.terminal))
    ) {
      throw declined();
    }
    return client.createCuriosityItem(request);
  }

  /** The edit, with its new question checked. */
  protected async checkedEdit({ client }: Connection, edit: Edit): Promise<Edit> {
    const { patch } = edit;
    if (patch.query === undefined) return edit;
    const { query } = await this.checkQuestion({ client }, patch.query, canPrompt(this.terminal));
    return { ...edit, patch: { ...patch, query } };
  }

  /** Notes that scheduled questions don't run without a server. */
  protected noteIfIdle({ kind }: Connection): void {
    if (kind === "embedded") this.note(embeddedNote);
  }

  /** The question, or another one that a person enters if it can't be answered. */
  private async checkQuestion(
    connection: Pick<Connection, "client">,
    query: string,
    asks: boolean,
  ): Promise<Understood> {
    const reading = await readingOf(connection.client, query);
    const why = whyUnanswerable(reading);
    if (why === null) return { query, reading };
    const suggestions = reading?.suggestions ?? [];
    if (!asks) throw unanswerableQuestion(why, suggestions);
    const style = styleOf(this.terminal, this.settings, Date.now());
    this.note(...unanswerableLines(why, suggestions, style));
    const validate = (answer: string) => answer.trim() !== "" || "Type a question.";
    const other = await askFor("What do you want to know?", this.terminal, { validate });
    return this.checkQuestion(connection, other.trim(), asks);
  }

  private async askSchedule(): Promise<Repetition> {
    if (!canPrompt(this.terminal)) {
      throw usageError(
        "Choose how often to ask with --every.",
        'For example: --every 24h or --every "day at 06:00".',
      );
    }
    const validate = (answer: string) => checkSchedule(answer.trim());
    const answer = await askFor("How often?", this.terminal, { preset: "24h", validate });
    return parseSchedule(answer.trim());
  }
}
