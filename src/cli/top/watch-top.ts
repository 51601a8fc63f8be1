import { pauseMs, pollSource, type WatchContext } from "./poll.ts";
import { watchDeliveries } from "./watch-deliveries.ts";
import { watchInvestigations } from "./watch-investigations.ts";

const fleetMs = 5_000;
const curiosityMs = 10_000;
/** The maximum number of agents per page. */
const agentsAPage = 1_000;

/**
 * Reports everything the operator's screen shows until the signal aborts: from streams if the
 * server has them, otherwise by polling. When idle, this takes about 50 requests a minute.
 */
export async function watchTop(options: WatchContext): Promise<void> {
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  try {
    await watchAll({ ...options, signal });
  } finally {
    // What ends one ends all.
    ended.abort();
  }
}

async function watchAll(watching: WatchContext): Promise<void> {
  const { sleep, signal } = watching;
  await Promise.all([
    pollSource("fleet", watching, (tookMs, { fleet }) => {
      const pages = Math.max(1, Math.ceil((fleet?.agents.length ?? 0) / agentsAPage));
      return sleep(pauseMs(fleetMs, tookMs, pages), signal);
    }),
    pollSource("curiosity", watching, (tookMs) => sleep(pauseMs(curiosityMs, tookMs), signal)),
    watchInvestigations(watching),
    watchDeliveries(watching),
  ]);
}
