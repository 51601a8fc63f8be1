import { Command } from "@oclif/core/command";
import type * as Interfaces from "@oclif/core/interfaces";
import type { Client, Fetch, Wait } from "../../client/types.ts";
import type { AppError } from "../../core/errors.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { jsonText } from "../../core/json-text.ts";
import type { Style, View } from "../../ui/views/view.ts";
import { withIdHint } from "../command-line/id-hint.ts";
import type { IdKind } from "../command-line/id-kinds.ts";
import {
  type Connection,
  clientOf,
  connect,
  connectToServer,
  type EmbeddedFlags,
} from "../connection/connect.ts";
import { dataDirOf, findDataDir } from "../connection/data-dir.ts";
import { declined, type Interrupt, watchInterrupts } from "../errors/interrupt.ts";
import type { TypedCommand } from "../errors/name-missing.ts";
import { usageError } from "../errors/usage-error.ts";
import { type GlobalFlags, globalFlags } from "../flags/common-flags.ts";
import { checkIdsGiven } from "../ids/id-argument.ts";
import { lastQuestion, lastQuestionFile } from "../ids/last-question.ts";
import { pickId } from "../ids/pick-id.ts";
import { resolveIds } from "../ids/resolve-ids.ts";
import { askYesNo } from "../terminal/prompt.ts";
import { reportError, toAppError, unknownFlag } from "../terminal/report-error.ts";
import { canPrompt, plainTerminal, styleOf, type Terminal } from "../terminal/terminal.ts";

/** The base of every command: global flags, connections, output and errors. */
export abstract class InquestCommand extends Command {
  static override baseFlags = globalFlags;

  protected terminal: Terminal = process;
  protected settings: GlobalFlags = { json: false, "no-color": false, "no-truncate": false };
  private interrupt: Interrupt | undefined;
  private readonly openConnections: Connection[] = [];
  private readonly shown = new Set<string>();
  private typed: TypedCommand | undefined;

  /** Aborts when the person interrupts the command. */
  protected get signal(): AbortSignal {
    this.interrupt ??= watchInterrupts(process);
    return this.interrupt.signal;
  }

  /** The data folder the command works on; see `findDataDir`. */
  protected dataDir = "";

  /** The folder that is named or the default one, for work on its files. */
  protected get namedDataDir(): string {
    return dataDirOf(this.settings, this.terminal.env);
  }

  /** How results are shown on this terminal, now. */
  protected get style(): Style {
    return styleOf(this.terminal, this.settings, Date.now());
  }

  protected override async parse<
    F extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    B extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    A extends Interfaces.OutputArgs<Interfaces.ArgInput>,
  >(
    options?: Interfaces.Input<F, B, A>,
    argv: string[] = this.argv,
  ): Promise<Interfaces.ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, argv);
    this.settings = parsed.flags as unknown as GlobalFlags;
    if (this.settings["no-color"]) this.terminal = plainTerminal(this.terminal);
    const end = argv.indexOf("--");
    const stray = parsed.raw.find(
      ({ type, input }, at) =>
        type === "arg" && /^-./.test(input) && (end < 0 || at < end) && argv.includes(input),
    );
    if (stray) throw unknownFlag(stray.input, this.flagNames());
    this.typed = { id: this.id ?? "", args: parsed.args, argv: parsed.argv };
    this.dataDir = await findDataDir(this.settings, this.terminal.env);
    return parsed;
  }

  /** The chosen or local server, or a backend inside this command. */
  protected async connect(embedded?: EmbeddedFlags): Promise<Connection> {
    return this.keep(await connect(this.connectOptions(), embedded));
  }

  /** The chosen or local server, or undefined. */
  protected async connectToServer(): Promise<Connection | undefined> {
    const connection = await connectToServer(this.connectOptions());
    return connection && this.keep(connection);
  }

  /** A connection, with the id that a word stands for; without a word, a person chooses one. */
  protected async connectForId(
    kind: IdKind,
    word: string | undefined,
    connect = () => this.connect(),
  ): Promise<Connection & { id: string }> {
    const words = word === undefined ? [] : [word];
    const { ids, ...connection } = await this.connectForIds(kind, words, connect);
    return { ...connection, id: ids[0]! };
  }

  /** Like `connectForId`, for a command that takes several. */
  protected async connectForIds(
    kind: IdKind,
    words: string[],
    connect = () => this.connect(),
  ): Promise<Connection & { ids: string[] }> {
    checkIdsGiven(words, this.terminal);
    const connection = await connect();
    const picked = words.length === 0 && (await pickId({ ...connection, kind }, this.terminal));
    const lastAsked = () => this.lastAsked(connection);
    const ids = picked ? [picked] : await resolveIds(words, { ...connection, kind, lastAsked });
    return { ...connection, ids };
  }

  /** The investigation asked for last in this terminal; null if there is none of the last hour. */
  protected lastAsked(connection: Connection): string | null {
    const file = lastQuestionFile(this.terminal.env);
    return lastQuestion(file, this.whereOf(connection), Date.now());
  }

  protected whereOf({ kind, url }: Connection) {
    return { place: kind === "remote" ? url : this.dataDir, shell: process.ppid };
  }

  /** A client of a server other than the one chosen for this command. */
  protected clientAt(place: { url: string; apiKey: string }, fetch?: Fetch): Client {
    return clientOf(place, (wait) => this.note(waitText(wait)), fetch);
  }

  /** Prints a result as JSON or as text. */
  protected async present<T>(result: T, view: View<T>): Promise<void> {
    if (this.settings.json) {
      this.print(jsonText(view.json ? view.json(result) : result, 2));
    } else {
      this.print(...view.plain(result, this.style));
    }
  }

  /** Like `present`, with the JSON on one line, for a command that continues. */
  protected async presentLine<T>(result: T, view: View<T>): Promise<void> {
    if (!this.settings.json) return this.present(result, view);
    this.print(jsonText(view.json ? view.json(result) : result));
  }

  /** Continues after a yes from the flag or from a person; without a terminal, the flag is required. */
  protected async confirm(message: string, yes: boolean): Promise<void> {
    if (yes) return;
    if (!canPrompt(this.terminal))
      throw usageError(`${message} There is no terminal to confirm in.`, "Confirm with --yes.");
    if (!(await askYesNo(message, false, this.terminal))) throw declined();
  }

  protected print(...lines: string[]): void {
    this.terminal.stdout.write(lines.map((line) => `${line}\n`).join(""));
  }

  /** Prints lines for the person that are not part of the answer. */
  protected note(...lines: string[]): void {
    this.terminal.stderr.write(lines.map((line) => `${line}\n`).join(""));
  }

  protected override async catch(error: unknown): Promise<void> {
    const json = this.settings.json || this.asksForJson();
    const appError = toAppError(error, this.flagNames());
    const named = json ? appError : await this.nameMissing(appError);
    process.exitCode = reportError(withIdHint(named, this.id, this.argv), this.terminal, json);
  }

  /** For people; `--json` prints the error as the server sent it. */
  private async nameMissing(error: AppError): Promise<AppError> {
    const client = this.openConnections[0]?.client;
    if (error.kind !== "not_found" || !client || !this.typed) return error;
    const { nameMissing } = await import("../errors/name-missing.ts");
    return nameMissing(error, this.typed, client);
  }

  protected override async finally(): Promise<void> {
    await Promise.all(this.openConnections.map((connection) => connection.close()));
    this.interrupt?.dispose();
  }

  /** For errors in the arguments, before they are parsed. */
  private asksForJson(): boolean {
    const end = this.argv.indexOf("--");
    return (end < 0 ? this.argv : this.argv.slice(0, end)).includes("--json");
  }

  private flagNames(): string[] {
    return Object.keys({ ...this.ctor.baseFlags, ...this.ctor.flags });
  }

  protected connectOptions() {
    return {
      flags: this.settings,
      env: this.terminal.env,
      dataDir: this.dataDir,
      note: (text: string) => this.noteOnce(text),
      onWait: (wait: Wait) => this.note(waitText(wait)),
    };
  }

  /** For commands that reconnect repeatedly. */
  private noteOnce(text: string): void {
    if (!this.shown.has(text)) this.note(escapeControl(text));
    this.shown.add(text);
  }

  private keep(connection: Connection): Connection {
    this.openConnections.push(connection);
    return connection;
  }
}

const waitReasons: Record<Wait["reason"], string> = {
  rate_limited: "The server is rate limiting",
  server_error: "The server had an error",
  unreachable: "The server can't be reached",
};

function waitText({ reason, delayMs }: Wait): string {
  return `${waitReasons[reason]}; trying again in ${(delayMs / 1000).toFixed(delayMs < 9950 ? 1 : 0)} s …`;
}
