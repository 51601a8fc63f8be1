import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "../../client/types.ts";
import { AppError } from "../../core/errors.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { InquestCommand } from "../command/base-command.ts";
import { interrupted } from "../errors/interrupt.ts";
import { styleOf } from "../terminal/terminal.ts";
import type { AgentFlags } from "./agent-flags.ts";
import { type FleetWatcher, startFleetWatcher } from "./fleet-watcher.ts";
import { gatherAgents } from "./gather-agents.ts";
import { watchFleet } from "./watch-fleet.ts";

/** The abort reason when the person quits. */
const enough = Symbol("enough");

/** A command that can watch the fleet. */
export abstract class FleetCommand extends InquestCommand {
  private watcher: FleetWatcher | undefined;

  /** Shows the fleet and its changes until the person quits. */
  protected async watch(client: Client, { status, tag }: AgentFlags): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([this.signal, ending.signal]);
    // The status is filtered here, not by the server: an agent that disconnects must not look removed.
    const list = async () =>
      (await gatherAgents(client, { tag, limit: 1, all: true }, signal)).agents;
    const watcher = await startFleetWatcher({
      terminal: this.terminal,
      style: styleOf(this.terminal, this.settings, Date.now()),
      status,
      json: this.settings.json,
      onQuit: (why) => ending.abort(why === "quit" ? enough : interrupted()),
    });
    this.watcher = watcher;
    try {
      for await (const seen of watchFleet({ list, now: Date.now, sleep, signal })) {
        if (seen instanceof AppError) watcher.problem(escapeControl(seen.message));
        else watcher.update(seen);
      }
    } catch (error) {
      if (error !== enough) throw error;
    } finally {
      this.watcher = undefined;
      watcher.stop();
    }
  }

  /** A running live view shows notes itself: lines between its frames would break it. */
  protected override note(...lines: string[]): void {
    if (this.watcher) for (const line of lines) this.watcher.problem(line);
    else super.note(...lines);
  }
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
