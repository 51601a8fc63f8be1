import { escapeControl } from "../../core/escape-control.ts";
import { jsonText } from "../../core/json-text.ts";
import type { EmbeddedFlags } from "../connection/connect.ts";
import { exitCodeOf } from "../errors/exit-codes.ts";
import { type Interrupt, watchInterrupts } from "../errors/interrupt.ts";
import type { AskFlags } from "../investigate/trigger-request.ts";
import { errorJson, reportError, toAppError } from "../terminal/report-error.ts";
import { completeLine } from "./complete-line.ts";
import { historyFile, openHistory } from "./history.ts";
import { LineCommand } from "./line-command.ts";
import { editedLines, type LineReader, pipedLines } from "./line-reader.ts";
import { parseLine } from "./parse-line.ts";
import { scopeWords } from "./shell-scope.ts";
import { wordsOf } from "./shell-words.ts";

/** A command that answers line after line, from a terminal or a pipe. */
export abstract class ShellCommand extends LineCommand {
  private line: Interrupt | undefined;

  /** In a terminal, Ctrl-C ends what a line started, and not the shell. */
  protected override get signal(): AbortSignal {
    return this.line?.signal ?? super.signal;
  }

  /** Answers lines until they end. The exit code is that of the last one, in a terminal 0. */
  protected async converse(asks: AskFlags, embedded: EmbeddedFlags): Promise<void> {
    this.asks = asks;
    this.connection = await this.connect(embedded);
    const lines = this.openLines();
    try {
      let isOpen = true;
      while (isOpen) isOpen = await this.takeLine(await lines.next(this.prompt));
    } finally {
      lines.close();
    }
    if (this.isInteractive) process.exitCode = 0;
    else this.signal.throwIfAborted();
  }

  private get prompt(): string {
    const scope = scopeWords(this.asks);
    return scope === "" ? "inquest> " : `inquest [${escapeControl(scope)}]> `;
  }

  private openLines(): LineReader {
    if (!this.isInteractive) return pipedLines(this.terminal, this.signal);
    const { client, kind, url } = this.connection;
    const place = kind === "embedded" ? "this machine" : escapeControl(url);
    this.note(`Questions are answered by ${place}. \\? lists the commands, Ctrl-D ends.`);
    const words = wordsOf(client, { now: Date.now });
    return editedLines(this.terminal, {
      history: openHistory(historyFile(this.terminal.env)),
      complete: async (line) => completeLine(line, await words()),
    });
  }

  /** Carries out a line and reports its error; false after the last one. */
  private async takeLine(text: string | null): Promise<boolean> {
    if (text === null) return false;
    if (this.isInteractive) this.line = watchInterrupts(process);
    try {
      const line = parseLine(text);
      if (line.type !== "nothing") process.exitCode = 0;
      await this.carryOut(line);
      return line.type !== "quit";
    } catch (error) {
      if (!this.isInteractive && this.signal.aborted) throw error;
      this.report(error);
      return true;
    } finally {
      this.line?.dispose();
      this.line = undefined;
    }
  }

  private report(error: unknown): void {
    const appError = toAppError(error);
    if (!this.settings.json) process.exitCode = reportError(appError, this.terminal, false);
    else {
      this.print(jsonText(errorJson(appError)));
      process.exitCode = exitCodeOf(appError);
    }
  }
}
