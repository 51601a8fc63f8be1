/** The operations that keep a listener admitted by the server on this machine. */
export interface Admission {
  /** Allows the server to connect for a minute; false if no server is running. */
  admit(): Promise<boolean>;
  /** Identifies the current run of the server; undefined while none is running. */
  serverRun(): string | undefined;
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  signal: AbortSignal;
  note(text: string): void;
}

const renewMs = 20_000;
/** How often to check for a restarted server, so that it doesn't lose an attempt. */
const lookMs = 500;

/** Renews the admission until the signal aborts, immediately after a server restart. */
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

/** A server that is starting or stopping is tried again at the next check. */
async function tryToAdmit({ admit, signal }: Admission): Promise<boolean> {
  try {
    return await admit();
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
