// biome-ignore lint/correctness/noUndeclaredDependencies: the one that the server itself runs on
import { Logger, run } from "graphile-worker";
import { type anEnvelope, createSend } from "./bare.ts";
import { concurrency, type PeerOptions } from "./peer.ts";

/** The connections that inquest allows itself. */
const maxPoolSize = 19;

/** Runs the jobs of a database, each of which sends a request; resolves when it takes them. */
export async function startGraphile({ ca, database }: PeerOptions) {
  const send = createSend(ca);
  const runner = await run({
    connectionString: database,
    concurrency,
    maxPoolSize,
    noHandleSignals: true,
    // It logs two lines for each job.
    logger: new Logger(() => () => undefined),
    taskList: {
      deliver: (payload) => {
        const { url, event } = payload as { url: string; event: ReturnType<typeof anEnvelope> };
        return send(url, event);
      },
    },
  });
  return {
    publish: () => Promise.reject(new Error("its jobs are added before it starts")),
    async stop() {
      await runner.stop();
      await send.close();
    },
  };
}
