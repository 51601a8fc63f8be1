import type { Server } from "./start-server.ts";
import { until } from "./until.ts";

export const standingEveryMs = 2_000;

/** A scheduled question and when it was first due. */
export interface Standing {
  id: string;
  firstMs: number;
}

/** Schedules questions that come due every other second. */
export async function addStanding(server: Server, count: number): Promise<Standing[]> {
  const added: Standing[] = [];
  for (let at = 0; at < count; at++) {
    const { status, body } = await server.call("POST", "/v1/curiosity", {
      query: "which users have uid 0?",
      interval: `${standingEveryMs / 1_000}s`,
    });
    if (status !== 201) throw new Error(`a question was not scheduled: ${JSON.stringify(body)}`);
    added.push({ id: body.id, firstMs: Date.parse(body.first_run_at) });
  }
  return added;
}

/** Resolves when each has started another run. */
export async function untilAllRun(
  server: Server,
  standing: Standing[],
  withinMs: number,
): Promise<void> {
  const counts = async () => {
    const answers = standing.map(({ id }) => server.call("GET", `/v1/curiosity/${id}`));
    return (await Promise.all(answers)).map(({ body }) => body.run_count as number);
  };
  const before = await counts();
  await until("every standing question runs again", { withinMs }, async () =>
    (await counts()).every((now, at) => now > before[at]!),
  );
}

export async function pauseStanding(server: Server, standing: Standing[]): Promise<void> {
  for (const { id } of standing) {
    const { status, body } = await server.call("PATCH", `/v1/curiosity/${id}`, { active: false });
    if (status !== 200) throw new Error(`it was not paused: ${JSON.stringify(body)}`);
  }
}

/** By so much a server's idea of the database's time may be behind. */
const clockErrorMs = 50;

/** How many of these runs, by when they started, are not the only one of their due time. */
export function repeatedRuns({ firstMs }: Standing, startedMs: number[]): number {
  let last = -1;
  let repeated = 0;
  for (const ms of startedMs.toSorted((a, b) => a - b)) {
    const dueTimes = [ms, ms + clockErrorMs].map((at) =>
      Math.floor((at - firstMs) / standingEveryMs),
    );
    const dueTime = dueTimes.find((one) => one > last);
    if (dueTime === undefined) repeated++;
    last = dueTime ?? last;
  }
  return repeated;
}
