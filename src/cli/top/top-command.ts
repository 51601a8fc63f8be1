import type { TopView } from "../../ui/ink/top/start-top-view.tsx";
import { topView } from "../../ui/views/top.ts";
import { InquestCommand } from "../command/base-command.ts";
import type { Connection } from "../connection/connect.ts";
import { requireServer } from "../connection/require-server.ts";
import { sleep } from "../connection/sleep.ts";
import { interrupted } from "../errors/interrupt.ts";
import { canDraw, styleOf } from "../terminal/terminal.ts";
import { fetchAll, type TopData } from "./fetch-all.ts";
import { fetchRecord } from "./fetch-record.ts";
import { watchTop } from "./watch-top.ts";

/** The abort reason when the person quits. */
const enough = Symbol("enough");

/** A command that shows a server at work: once, or live on a terminal. */
export abstract class TopCommand extends InquestCommand {
  private view: TopView | undefined;

  protected async show(): Promise<void> {
    const connection = requireServer(await this.connectToServer(), this.dataDir);
    const data = await fetchAll(connection.client, this.signal);
    if (!this.settings.json && canDraw(this.terminal)) return this.watch(connection, data);
    await this.present({ server: connection.url, atMs: Date.now(), ...data }, topView);
  }

  private async watch(first: Connection, data: TopData): Promise<void> {
    const { startTopView } = await import("../../ui/ink/top/start-top-view.tsx");
    const ending = new AbortController();
    const signal = AbortSignal.any([this.signal, ending.signal]);
    let { client } = first;
    const { stdin, stderr } = this.terminal;
    const view = startTopView({
      stdin,
      stream: stderr,
      style: styleOf(this.terminal, this.settings, Date.now()),
      server: first.url,
      data,
      onQuit: (why) => ending.abort(why === "quit" ? enough : interrupted()),
      fetchRecord: (panel, id) => fetchRecord(client, { panel, id }, signal),
    });
    this.view = view;
    const find = async (lost = false) => {
      if (lost) {
        const found = requireServer(await this.connectToServer(), this.dataDir);
        view.show({ type: "server", url: found.url });
        client = found.client;
      }
      return client;
    };
    try {
      await watchTop({
        client: find,
        report: view.show,
        now: Date.now,
        sleep,
        random: Math.random,
        signal,
      });
    } catch (error) {
      if (error !== enough) throw error;
    } finally {
      this.view = undefined;
      view.stop();
    }
  }

  /** A running live view shows notes itself: lines between its frames would break it. */
  protected override note(...lines: string[]): void {
    if (this.view) for (const line of lines) this.view.note(line);
    else super.note(...lines);
  }
}
