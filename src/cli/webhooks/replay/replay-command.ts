import { followDeliveries } from "../../../client/follow-deliveries.ts";
import type { Client } from "../../../client/types.ts";
import { AppError } from "../../../core/errors.ts";
import { count } from "../../../ui/text/section.ts";
import {
  countsOf,
  type Replayable,
  type ReplayReport,
  replayPlanView,
  replayReportView,
} from "../../../ui/views/replay.ts";
import { InquestCommand } from "../../command/base-command.ts";
import { requireServer } from "../../connection/require-server.ts";
import { sleep } from "../../connection/sleep.ts";
import { exitCodeOf, exitCodes } from "../../errors/exit-codes.ts";
import { resolveIds } from "../../ids/resolve-ids.ts";
import { styleOf, wantsColour } from "../../terminal/terminal.ts";
import { deliveryFilter, withSubscriptionId } from "../deliveries.ts";
import { findDeliveries, gatherDeadLetters } from "./dead-letters.ts";
import { type ReplayEnd, type ReplayPhase, replayAll, withOutcomes } from "./replay-all.ts";
import { checkReplay, defaultEveryMs, type ReplayFlags } from "./replay-flags.ts";
import { type ReplayWatcher, startReplayWatcher } from "./replay-watcher.ts";
import { watchOutcomes } from "./watch-outcomes.ts";

/** The wait for a first attempt: its timeout, plus some time in the queue. */
const patienceMs = 60_000;

/** The refresh interval of the progress. */
const frameMs = 200;

/** A command that replays deliveries and reports their outcomes. */
export abstract class ReplayCommand extends InquestCommand {
  private watcher: ReplayWatcher | undefined;

  protected async replay(ids: string[], flags: ReplayFlags): Promise<void> {
    checkReplay(ids, flags);
    const { signal } = this;
    const client = await this.clientOfServer();
    const query = await withSubscriptionId(client, deliveryFilter(flags, Date.now()));
    const letters = flags.dead
      ? await gatherDeadLetters(client, query, signal)
      : await findDeliveries(client, await resolveIds(ids, { client, kind: "deliveries" }), signal);
    const everyMs = flags.rate ?? defaultEveryMs;
    if (flags["dry-run"]) return this.present(letters, replayPlanView);
    if (letters.length === 0) return this.present(emptyReport, replayReportView);
    if (flags.dead) await this.confirmPlan(letters, everyMs, flags.yes);
    const end = await this.carryOut(client, letters, { everyMs, probe: flags.dead });
    await this.present(end.report, replayReportView);
    this.conclude(end);
  }

  private async confirmPlan(letters: Replayable[], everyMs: number, yes: boolean): Promise<void> {
    const style = styleOf(this.terminal, this.settings, Date.now());
    if (!this.settings.json) this.note(...replayPlanView.plain(letters, style), "");
    const minutes = Math.ceil((letters.length * everyMs) / 60_000);
    const time = minutes > 1 ? `, in about ${minutes} minutes` : "";
    await this.confirm(`Replay ${count(letters.length, "dead letter")}${time}?`, yes);
  }

  private async carryOut(
    client: Client,
    letters: Replayable[],
    options: { everyMs: number; probe: boolean },
  ): Promise<ReplayEnd> {
    const ending = new AbortController();
    const signal = AbortSignal.any([this.signal, ending.signal]);
    const watcher = await startReplayWatcher(
      letters.length,
      this.terminal,
      wantsColour(this.terminal),
    );
    this.watcher = watcher;
    let last: [ReplayPhase, ReplayReport] | undefined;
    const show = () => {
      if (!last) return;
      const [phase, report] = last;
      watcher.update(progressOf(phase, withOutcomes(report, outcomes.latest)));
    };
    const find = () => this.clientOfServer();
    const news = followDeliveries({ client: find, query: {}, sleep, random: Math.random, signal });
    const outcomes = watchOutcomes(news);
    const frames = setInterval(show, frameMs);
    try {
      await outcomes.ready;
      const patience = () =>
        sleep(patienceMs, signal).then(
          () => undefined,
          () => undefined,
        );
      return await replayAll(letters, options, {
        replay: (id) => client.replayDelivery(id, { signal }),
        attempted: (id) =>
          id === ""
            ? Promise.resolve(undefined)
            : Promise.race([outcomes.attempted(id), patience()]),
        latest: outcomes.latest,
        now: Date.now,
        sleep,
        signal,
        onProgress: (...progress) => {
          last = progress;
          show();
        },
      });
    } finally {
      clearInterval(frames);
      ending.abort();
      this.watcher = undefined;
      watcher.stop();
    }
  }

  private conclude({ report, stopped }: ReplayEnd): void {
    if (stopped !== undefined) {
      const error = stoppedEarly(stopped, countsOf(report).not_replayed);
      if (!this.settings.json || !(error instanceof AppError)) throw error;
      // One JSON document was already printed; there must not be a second.
      this.note(error.message, error.hint ?? "");
      process.exitCode = exitCodeOf(error);
      return;
    }
    if (countsOf(report).failed > 0 || report.left_alone.length > 0) {
      process.exitCode = exitCodes.failed;
    }
  }

  /** A running live view shows notes itself: lines between its frames would break it. */
  protected override note(...lines: string[]): void {
    if (this.watcher) for (const line of lines) this.watcher.note(line);
    else super.note(...lines);
  }

  /** A running server is required: retries continue after this command ends. */
  private async clientOfServer(): Promise<Client> {
    return requireServer(await this.connectToServer(), this.dataDir).client;
  }
}

const emptyReport: ReplayReport = { matched: 0, replayed: [], left_alone: [], refused: [] };

function progressOf(phase: ReplayPhase, report: ReplayReport) {
  const { delivered, retrying, failed } = countsOf(report);
  const { matched: total, replayed, left_alone } = report;
  const leftAlone = left_alone.length;
  return { phase, total, replayed: replayed.length, delivered, retrying, failed, leftAlone };
}

function stoppedEarly(stopped: unknown, left: number): unknown {
  if (!(stopped instanceof AppError)) return stopped;
  const rest = left > 0 ? ` ${count(left, "delivery", "deliveries")} not replayed yet.` : "";
  return new AppError(stopped.code, `${stopped.message}${rest}`, {
    hint: "Run the same command again to continue; nothing is replayed twice.",
    kind: stopped.kind,
    cause: stopped,
  });
}
