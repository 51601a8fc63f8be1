import type { Severity } from "../../contract/common.ts";
import type { Investigation } from "../../contract/investigation.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { InquestCommand } from "../command/base-command.ts";
import type { Connection } from "../connection/connect.ts";
import { type Format, formats } from "../flags/common-flags.ts";
import { pageOutput } from "../terminal/page-output.ts";
import { styleOf, wantsColour } from "../terminal/terminal.ts";
import { chooseRows, type RowChoice, withChosenRows } from "./chosen-rows.ts";
import { followToEnd } from "./follow.ts";
import { exitCodeOf, failureLines, headlineOf } from "./outcome.ts";
import { startProgress } from "./progress-view.ts";
import { ndjsonLine, renderInvestigation } from "./render.ts";
import { chooseFormat, fileSink, type Sink } from "./sink.ts";

export interface OutputFlags {
  format?: Format;
  output?: string;
  rows?: "all";
  sort?: string;
  expand?: boolean;
  compare?: boolean;
}

export interface FollowFlags extends OutputFlags {
  timeout?: number;
  "fail-on"?: Severity;
}

export interface AnswerOutput {
  format: Format;
  write: Sink;
  file: string | undefined;
  rows: RowChoice;
  /** Whether to show everything that the answer to a broad question leaves out. */
  full: boolean;
}

interface OutputDefaults {
  /** The format of --json. */
  json?: Format;
  formats?: readonly Format[];
  full?: boolean;
}

/** The base of commands that follow an investigation or show its answer. */
export abstract class AnswerCommand extends InquestCommand {
  /** Whether the command continues after a person stops following an investigation. */
  protected get staysOpen(): boolean {
    return false;
  }

  /** How to follow it again there, or cancel it. */
  protected get resumeHint(): string | undefined {
    return undefined;
  }

  /** The format and destination of the answer; opened first, so that an unwritable file is reported early. */
  protected openOutput(
    flags: OutputFlags,
    { json = "json", formats: known = formats, full = false }: OutputDefaults = {},
  ): AnswerOutput {
    const asked = this.settings.json ? json : null;
    const format = chooseFormat(flags, { json: asked, formats: known });
    const { columns } = styleOf(this.terminal, this.settings, Date.now());
    const rows = chooseRows(flags, { format, columns });
    const write = flags.output
      ? fileSink(flags.output)
      : (text: string) => void this.terminal.stdout.write(text);
    return { format, write, file: flags.output, rows, full: full || flags.expand === true };
  }

  /** Notes that a question which nobody follows waits for a server. */
  protected noteIfQueued({ kind }: Connection): void {
    if (kind !== "embedded") return;
    this.note(
      "No server is running here: the question stays queued until you start one (inquest server).",
    );
  }

  protected async follow(
    connection: Connection,
    id: string,
    { query, flags, delivery }: { query: string; flags: FollowFlags; delivery: AnswerOutput },
  ): Promise<Investigation> {
    const view = await startProgress(query, this.terminal, wantsColour(this.terminal));
    const streams = delivery.format === "ndjson";
    return followToEnd({
      connection,
      id,
      signal: this.signal,
      timeoutMs: flags.timeout,
      pauses: connection.kind === "embedded" && !this.staysOpen,
      resumeHint: this.resumeHint,
      view,
      onEvent: streams ? ({ type, data }) => delivery.write(ndjsonLine(type, data)) : undefined,
    });
  }

  /** Writes the answer; the reason for a failure goes to stderr, unless stdout gets a document with it. */
  protected async writeAnswer(
    connection: Connection,
    investigation: Investigation,
    { flags, delivery }: { flags: FollowFlags; delivery: AnswerOutput },
  ): Promise<void> {
    process.exitCode = exitCodeOf(investigation, flags["fail-on"]);
    const empty = investigation.summary === null && investigation.findings.length === 0;
    const isPrinted = !delivery.file && ["text", "csv"].includes(delivery.format);
    if (empty && (isPrinted || delivery.file))
      this.note(...failureLines(investigation).map((line) => escapeControl(line)));
    if (!empty || !isPrinted) await this.show(connection, investigation, delivery);
  }

  protected async show(
    { client }: Connection,
    whole: Investigation,
    { format, write, file, rows, full }: AnswerOutput,
  ): Promise<void> {
    const { investigation, notes } = await withChosenRows(client, whole, rows);
    this.note(...notes);
    const unlimited = Number.POSITIVE_INFINITY;
    const style = {
      ...{ ...styleOf(this.terminal, this.settings, Date.now()), full },
      ...(rows.all && { maxRows: unlimited }),
      ...(investigation.summary?.answer && { columns: undefined }),
    };
    const fileStyle = { ...style, colour: false, width: unlimited, maxRows: unlimited, full: true };
    const text = await renderInvestigation(investigation, format, file ? fileStyle : style);
    if (!file && format === "text" && !this.staysOpen) return pageOutput(text, this.terminal);
    write(text);
    if (!file) return;
    if (!this.settings.json) this.print(...headlineOf(investigation));
    this.note(`Written to ${file}.`);
  }
}
