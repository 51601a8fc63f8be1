/** What it takes to stay reachable for the server on this machine. */
export interface Admission {
  /** Lets the server connect for a minute; false when none is there. */
  admit(): Promise<boolean>;
  /** What tells one run of the server from the next; undefined while none runs. */
  serverRun(): string | undefined;
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  signal: AbortSignal;
  note(text: string): void;
}

const renewMs = 20_000;
/** How often it is looked whether the server is another one: a restart must not cost an attempt. */
const lookMs = 500;

/** Renews the admission until the signal aborts, at once when a server has started anew. */
export async function keepAdmitted(admission: Admission): Promise<never> {
  const { serverRun, now, sleep, signal, note } = admission;
  let admittedBy = serverRun();
  let renewAtMs = now() + renewMs;
  let away = false;
  for (;;) {
    await sleep(lookMs, signal);
    const run = serverRun();
    if (run === admittedBy && now() < renewAtMs) continue;
    const admitted = run !== undefined && (await tryToAdmit(admission));
    if (admitted === away)
      note(admitted ? "The server is back." : "The server is unavailable; waiting for it …");
    away = !admitted;
    admittedBy = admitted ? run : undefined;
    renewAtMs = now() + renewMs;
  }
}

/** A server that is just starting or stopping is asked again at the next look. */
async function tryToAdmit({ admit, signal }: Admission): Promise<boolean> {
  try {
    return await admit();
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
